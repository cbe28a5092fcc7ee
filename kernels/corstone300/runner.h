/* The model's buffers and one call of the model, measured. */
#ifndef CMLIR_RUNNER_H
#define CMLIR_RUNNER_H

#include <stdbool.h>
#include <stdint.h>

extern const uint32_t number_of_inputs;
extern const uint32_t number_of_outputs;
extern const uint32_t state_bytes;
extern uint8_t state_buffer[];

/* Divides the section for inputs and outputs, fills everything that the model has not written with
 * 0xA5 (inputs with 0), and reports the sizes. */
void prepare_buffers(void);

/* Calls the model's own initialisation, or clears the state if there is none. */
void initialise_state(void);

void *input(uint32_t index);
void *output(uint32_t index);
uint32_t input_bytes(uint32_t index);
uint32_t output_bytes(uint32_t index);

/* Runs the model on the present inputs and reports status, ticks and stack; false if it failed. */
bool run_sample(uint32_t sample);

/* Reports a CRC-32 of each output. */
void put_checksums(void);

/* Reports an error and ends the simulation. */
_Noreturn void stop(const char *what, const char *name);

#endif
