package dev.loomweight.threadcost.weight;

import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** One row per capture: the cost of one of its threads by each of the usual measures. */
final class CostPerThreadTable {

    private CostPerThreadTable() {}

    static Table of(List<ThreadGrowth> costs) {
        List<Column> columns = List.of(
                Column.of("kind", "one thread of"),
                Column.of("threads", "asleep"),
                Column.of("reservedEach", "reserved"),
                Column.of("committedEach", "NMT committed"),
                new Column("memoryEach", "memory", true));
        List<Row> rows = costs.stream().map(CostPerThreadTable::row).toList();
        return new Table("costPerThread", "Cost per thread", columns, rows, footnotes(costs));
    }

    private static List<String> footnotes(List<ThreadGrowth> costs) {
        List<String> notes = new ArrayList<>();
        notes.add("Reserved and committed are for the stack. Memory is the real cost: resident memory outside the"
                + " heap plus live objects in it.");
        costs.stream()
                .map(cost -> cost.info().target() + " on JDK " + cost.info().jdk() + ", each with "
                        + Amounts.count(cost.info().depth()) + " frames below its sleep, stack size "
                        + Amounts.bytes(cost.info().stackSizeBytes()) + "; captured "
                        + LocalDate.ofInstant(cost.info().started(), ZoneOffset.UTC) + ".")
                .distinct()
                .forEach(notes::add);
        return notes;
    }

    private static Row row(ThreadGrowth cost) {
        return Row.of(
                Cell.text(cost.subject()),
                Cell.count(cost.threads()),
                each(cost, cost.stackReserved(), "NMT is off"),
                each(cost, cost.stackCommitted(), "NMT is off"),
                each(cost, cost.memory(), "/proc or the class histogram is missing in a snapshot"));
    }

    private static Cell each(ThreadGrowth cost, OptionalLong bytes, String whyAbsent) {
        return bytes.isPresent() ? Cell.bytes(cost.each(bytes.getAsLong())) : Cell.absent(whyAbsent);
    }
}
