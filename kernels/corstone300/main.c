/* Runs the model on samples from a file, or once on zeros if no file is named.
 *
 * Command line (through semihosting; a name "-" means none):
 *
 *   run SAMPLES INPUTS OUTPUTS [STATE_BEFORE [STATE_AFTER]]
 *
 * INPUTS holds every sample's inputs one after the other, without padding; OUTPUTS likewise. The
 * state is kept over the samples. What happens is reported line by line on UART0. */
#include <stdbool.h>
#include <stdint.h>

#include "console.h"
#include "counter.h"
#include "runner.h"
#include "semihosting.h"

#define MOST_ARGUMENTS 6

enum argument { SAMPLES = 1, INPUTS, OUTPUTS, STATE_BEFORE, STATE_AFTER };

static char command_line[256];
static const char *arguments[MOST_ARGUMENTS];

/* Splits the command line in place; absent arguments stay NULL. */
static void split_arguments(void)
{
    char *text = command_line;

    for (uint32_t i = 0; i < MOST_ARGUMENTS && *text != '\0'; i++) {
        arguments[i] = text;
        while (*text != '\0' && *text != ' ') {
            text++;
        }
        while (*text == ' ') {
            *text++ = '\0';
        }
    }
}

static uint32_t number(const char *text)
{
    uint32_t value = 0;

    for (; *text >= '0' && *text <= '9'; text++) {
        value = value * 10u + (uint32_t)(*text - '0');
    }
    return value;
}

static bool is_file(enum argument which)
{
    return arguments[which] != 0 && arguments[which][0] != '-';
}

static int32_t open_file(enum argument which, enum semihosting_mode mode)
{
    const int32_t file = semihosting_open(arguments[which], mode);

    if (file < 0) {
        stop("cannot open", arguments[which]);
    }
    return file;
}

static void prepare_state(void)
{
    initialise_state();
    if (is_file(STATE_BEFORE)) {
        const int32_t file = open_file(STATE_BEFORE, SEMIHOSTING_READ);
        if (!semihosting_read(file, state_buffer, state_bytes)) {
            stop("cannot read", arguments[STATE_BEFORE]);
        }
        (void)semihosting_close(file);
    }
}

static void save_state(void)
{
    if (!is_file(STATE_AFTER)) {
        return;
    }
    const int32_t file = open_file(STATE_AFTER, SEMIHOSTING_WRITE);
    if (!semihosting_write(file, state_buffer, state_bytes) || !semihosting_close(file)) {
        stop("cannot write", arguments[STATE_AFTER]);
    }
}

static bool run_samples(uint32_t samples)
{
    const int32_t source = open_file(INPUTS, SEMIHOSTING_READ);
    const int32_t sink = open_file(OUTPUTS, SEMIHOSTING_WRITE);
    bool passed = true;

    for (uint32_t sample = 0; sample < samples; sample++) {
        for (uint32_t i = 0; i < number_of_inputs; i++) {
            if (!semihosting_read(source, input(i), input_bytes(i))) {
                stop("cannot read", arguments[INPUTS]);
            }
        }
        passed &= run_sample(sample);
        for (uint32_t i = 0; i < number_of_outputs; i++) {
            if (!semihosting_write(sink, output(i), output_bytes(i))) {
                stop("cannot write", arguments[OUTPUTS]);
            }
        }
    }
    (void)semihosting_close(source);
    if (!semihosting_close(sink)) {
        stop("cannot write", arguments[OUTPUTS]);
    }
    return passed;
}

int main(void)
{
    bool passed;

    put_text("\nCOUNTER ");
    put_text(counter_start());
    put_text("\n");
    prepare_buffers();
    if (semihosting_command_line(command_line, sizeof command_line)) {
        split_arguments();
    }
    prepare_state();
    if (is_file(INPUTS) && is_file(OUTPUTS)) {
        passed = run_samples(number(arguments[SAMPLES]));
        save_state();
    } else {
        passed = run_sample(0);
        put_checksums();
    }
    return passed ? 0 : 1;
}
