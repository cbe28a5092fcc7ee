/* Kernels with the faults that the replay looks for, to see that it finds them. */
#include <stdint.h>

int32_t faulty_reads_behind(const int8_t *in, int8_t *out, int32_t size);
int32_t faulty_reads_before(const int8_t *in, int8_t *out, int32_t size);
int32_t faulty_writes_behind(const int8_t *in, int8_t *out, int32_t size);
int32_t faulty_writes_before(const int8_t *in, int8_t *out, int32_t size);
int32_t faulty_writes_input(int8_t *in, int8_t *out, int32_t size);
int32_t faulty_changes_register(const int8_t *in, int8_t *out, int32_t size);
int32_t faulty_changes_vector_register(const int8_t *in, int8_t *out, int32_t size);
int32_t faulty_by_none(const int8_t *in, int8_t *out, int32_t size);

static volatile int8_t sink;

int32_t faulty_by_none(const int8_t *in, int8_t *out, int32_t size)
{
    for (int32_t i = 0; i < size; i++) {
        out[i] = in[i];
    }
    return 0;
}

int32_t faulty_reads_behind(const int8_t *in, int8_t *out, int32_t size)
{
    sink = in[size];
    return faulty_by_none(in, out, size);
}

int32_t faulty_reads_before(const int8_t *in, int8_t *out, int32_t size)
{
    sink = in[-1];
    return faulty_by_none(in, out, size);
}

int32_t faulty_writes_behind(const int8_t *in, int8_t *out, int32_t size)
{
    out[size] = 0;
    return faulty_by_none(in, out, size);
}

int32_t faulty_writes_before(const int8_t *in, int8_t *out, int32_t size)
{
    out[-1] = 0;
    return faulty_by_none(in, out, size);
}

int32_t faulty_writes_input(int8_t *in, int8_t *out, int32_t size)
{
    in[0] = 0;
    return faulty_by_none(in, out, size);
}

__attribute__((naked)) int32_t
faulty_changes_register(const int8_t *in __attribute__((unused)),
                        int8_t *out __attribute__((unused)),
                        int32_t size __attribute__((unused)))
{
    __asm__ volatile("movs r7, #0\n"
                     "b faulty_by_none\n");
}

__attribute__((naked)) int32_t
faulty_changes_vector_register(const int8_t *in __attribute__((unused)),
                               int8_t *out __attribute__((unused)),
                               int32_t size __attribute__((unused)))
{
    __asm__ volatile(
#if defined(__ARM_FP)
        "vmov.f32 s31, #1.0\n"
#endif
        "b faulty_by_none\n");
}
