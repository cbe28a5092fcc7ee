/* A TCG plugin for QEMU that counts the executed instructions between the markers of
 * kernels/corstone300/markers.h, which are not counted themselves.
 *
 *   -plugin insn_count.so,counts=FILE[,costs=FILE][,histogram=FILE]
 *
 * FILE of counts, one line an event, with the instructions executed since the begin marker and the
 * sum of their costs:
 *   op N COST   an op boundary
 *   run N COST  the end marker
 * FILE of costs, read at the start, one line an address: address (hexadecimal), cost of executing
 * its instruction once. What it leaves out, everything without it, costs nothing.
 * FILE of the histogram, one line an address: address (hexadecimal), times executed in all runs.
 *
 * Written for version 1 of the plugin interface (QEMU 6 to 8.1), which distributions ship without
 * its header: what is used of it is declared here. */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum callback_registers { QEMU_PLUGIN_CB_NO_REGS };
enum inline_operation { QEMU_PLUGIN_INLINE_ADD_U64 };

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id,
                                           void (*callback)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
                                            void (*callback)(unsigned cpu, void *data),
                                            enum callback_registers registers, void *data);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn,
                                                enum inline_operation operation, void *counter,
                                                uint64_t value);
void qemu_plugin_register_atexit_cb(plugin_id id, void (*callback)(plugin_id, void *), void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);

#define EXPORTED __attribute__((visibility("default")))

EXPORTED extern int qemu_plugin_version;
EXPORTED int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv);

int qemu_plugin_version = 1;

enum marker { MARK_BEGIN = 0x46d2, MARK_END = 0x46db, MARK_OP = 0x46c9 };

/* How often the instruction at an address was executed: in all, up to the last begin marker, and
 * between the markers. */
struct place {
    struct place *next;
    uint64_t address;
    uint64_t cost;
    uint64_t executed;
    uint64_t before;
    uint64_t counted;
};

#define BUCKETS 4096u

static struct place *places[BUCKETS];
static uint64_t executed;
static uint64_t executed_before;
static uint64_t cost;
static uint64_t cost_before;
static bool has_costs;
static bool inside;
static FILE *counts;
static FILE *histogram;

static struct place *place_at(uint64_t address)
{
    struct place **bucket = &places[(address >> 1) % BUCKETS];

    for (struct place *place = *bucket; place != NULL; place = place->next) {
        if (place->address == address) {
            return place;
        }
    }
    struct place *const fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL) {
        abort();
    }
    fresh->address = address;
    fresh->next = *bucket;
    *bucket = fresh;
    return fresh;
}

static void for_each_place(void (*visit)(struct place *))
{
    for (size_t i = 0; i < BUCKETS; i++) {
        for (struct place *place = places[i]; place != NULL; place = place->next) {
            visit(place);
        }
    }
}

static void remember(struct place *place)
{
    place->before = place->executed;
}

static void count(struct place *place)
{
    place->counted += place->executed - place->before;
}

static void print(struct place *place)
{
    if (place->counted != 0) {
        fprintf(histogram, "%08" PRIx64 " %" PRIu64 "\n", place->address, place->counted);
    }
}

static void on_begin(unsigned cpu, void *data)
{
    (void)cpu;
    (void)data;
    inside = true;
    executed_before = executed;
    cost_before = cost;
    if (histogram != NULL) {
        for_each_place(remember);
    }
}

static void tell(const char *event)
{
    fprintf(counts, "%s %" PRIu64 " %" PRIu64 "\n", event, executed - executed_before,
            cost - cost_before);
}

static void on_op(unsigned cpu, void *data)
{
    (void)cpu;
    (void)data;
    if (inside) {
        tell("op");
    }
}

static void on_end(unsigned cpu, void *data)
{
    (void)cpu;
    (void)data;
    if (!inside) {
        return;
    }
    inside = false;
    tell("run");
    if (histogram != NULL) {
        for_each_place(count);
    }
}

/*
 * Enough to know a marker: no 32-bit instruction begins with one. The size that QEMU reports does not
 * help, as it is wrong for the instruction in front of one that crosses a page.
 */
static uint16_t first_halfword(const struct qemu_plugin_insn *insn)
{
    const uint8_t *bytes = qemu_plugin_insn_data(insn);

    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

/* Attaches what is to happen whenever the instruction is executed. */
static void on_instruction(struct qemu_plugin_insn *insn)
{
    const uint16_t code = first_halfword(insn);

    if (code == MARK_BEGIN) {
        qemu_plugin_register_vcpu_insn_exec_cb(insn, on_begin, QEMU_PLUGIN_CB_NO_REGS, NULL);
        return;
    }
    if (code == MARK_END) {
        qemu_plugin_register_vcpu_insn_exec_cb(insn, on_end, QEMU_PLUGIN_CB_NO_REGS, NULL);
        return;
    }
    if (code == MARK_OP) {
        qemu_plugin_register_vcpu_insn_exec_cb(insn, on_op, QEMU_PLUGIN_CB_NO_REGS, NULL);
        return;
    }
    qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &executed, 1);
    if (histogram == NULL && !has_costs) {
        return;
    }
    struct place *const place = place_at(qemu_plugin_insn_vaddr(insn));
    qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &cost,
                                               place->cost);
    if (histogram != NULL) {
        qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64,
                                                   &place->executed, 1);
    }
}

static void on_translation(plugin_id id, struct qemu_plugin_tb *tb)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        on_instruction(qemu_plugin_tb_get_insn(tb, i));
    }
}

static void on_end_of_qemu(plugin_id id, void *data)
{
    (void)id;
    (void)data;
    if (histogram != NULL) {
        for_each_place(print);
        fclose(histogram);
    }
    fclose(counts);
}

/* Opens the file of an argument "name=file"; leaves *file alone if it is another argument. */
static bool open_argument(const char *argument, const char *name, const char *mode, FILE **file)
{
    const size_t length = strlen(name);

    if (strncmp(argument, name, length) != 0 || argument[length] != '=') {
        return true;
    }
    *file = fopen(argument + length + 1, mode);
    return *file != NULL;
}

static void read_costs(FILE *costs)
{
    uint64_t address;
    uint64_t found;

    while (fscanf(costs, "%" SCNx64 " %" SCNu64, &address, &found) == 2) {
        place_at(address)->cost = found;
    }
    fclose(costs);
    has_costs = true;
}

int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    FILE *costs = NULL;

    (void)info;
    for (int i = 0; i < argc; i++) {
        if (!open_argument(argv[i], "counts", "w", &counts)
            || !open_argument(argv[i], "costs", "r", &costs)
            || !open_argument(argv[i], "histogram", "w", &histogram)) {
            fprintf(stderr, "insn_count: cannot open %s\n", argv[i]);
            return -1;
        }
    }
    if (counts == NULL) {
        fprintf(stderr, "insn_count: counts=FILE is missing\n");
        return -1;
    }
    if (costs != NULL) {
        read_costs(costs);
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_end_of_qemu, NULL);
    return 0;
}
