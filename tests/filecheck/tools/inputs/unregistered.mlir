test.unknown () : f32
