package dev.loomweight.experiment.weight;

import dev.loomweight.report.Bars;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Keys;
import dev.loomweight.sample.JdkVersions;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Reserved and real memory of sleeping threads, as bars. The published figure is from a machine with another stack size
 * and has a separate scale.
 */
final class PublishedChart {

    private static final Cell PUBLISHED_STACKS = Cell.bytes(8096L << 20);

    private PublishedChart() {}

    /** The chart of captures of {@code sleepers}; of several of one kind on one JDK it is of the first. */
    static Bars of(List<ThreadGrowth> costs) {
        List<String> jdks = costs.stream()
                .map(ThreadGrowth::jdk)
                .distinct()
                .sorted(JdkVersions.ORDER)
                .toList();
        List<Bars.Column> columns = new ArrayList<>();
        columns.add(new Bars.Column("published", "published, 4000 threads", "published"));
        jdks.forEach(jdk -> columns.add(new Bars.Column(Keys.camel("measured jdk " + jdk), "JDK " + jdk, "measured")));
        return new Bars(
                "chart",
                "Reserved and real memory of the threads; separate scales for published and measured",
                columns,
                List.of(
                        group(
                                "platform threads: stacks, reserved",
                                PUBLISHED_STACKS,
                                costs,
                                jdks,
                                false,
                                ThreadGrowth::stackReserved),
                        group(
                                "platform threads: stacks, resident",
                                Cell.absent(""),
                                costs,
                                jdks,
                                false,
                                ThreadGrowth::stackResident),
                        group("platform threads: memory", Cell.absent(""), costs, jdks, false, ThreadGrowth::memory),
                        group("virtual threads: memory", Cell.absent(""), costs, jdks, true, ThreadGrowth::memory)));
    }

    private static Bars.Group group(
            String name,
            Cell published,
            List<ThreadGrowth> costs,
            List<String> jdks,
            boolean virtual,
            Function<ThreadGrowth, OptionalLong> amount) {
        List<Cell> cells = new ArrayList<>();
        cells.add(published);
        for (String jdk : jdks) {
            cells.add(costs.stream()
                    .filter(cost -> cost.isVirtual() == virtual && cost.jdk().equals(jdk))
                    .map(amount)
                    .filter(OptionalLong::isPresent)
                    .map(bytes -> Cell.bytes(bytes.getAsLong()))
                    .findFirst()
                    .orElse(Cell.absent("")));
        }
        return new Bars.Group(name, cells);
    }
}
