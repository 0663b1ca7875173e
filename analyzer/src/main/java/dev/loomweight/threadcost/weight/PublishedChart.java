package dev.loomweight.threadcost.weight;

import dev.loomweight.report.Bars;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Keys;
import dev.loomweight.sample.JdkVersions;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What sleeping threads reserve and what they take, as bars: the published figure is of a machine with other stacks, and
 * has a scale of its own.
 */
final class PublishedChart {

    private static final Cell PUBLISHED_STACKS = Cell.bytes(8096L << 20);

    private PublishedChart() {}

    /** The chart of captures of {@code sleepers}; of several of one kind on one JDK it is of the first. */
    static Bars of(List<ThreadGrowth> costs) {
        List<String> jdks = costs.stream()
                .map(PublishedChart::jdk)
                .distinct()
                .sorted(JdkVersions.ORDER)
                .toList();
        List<Bars.Column> columns = new ArrayList<>();
        columns.add(new Bars.Column("published", "published, 4000 threads", "published"));
        jdks.forEach(jdk -> columns.add(new Bars.Column(Keys.camel("measured jdk " + jdk), "JDK " + jdk, "measured")));
        return new Bars(
                "chart",
                "What threads reserve, and what they take; published and measured each to a scale of its own",
                columns,
                List.of(
                        group(
                                "platform threads: reserved for stacks",
                                PUBLISHED_STACKS,
                                costs,
                                jdks,
                                false,
                                ThreadGrowth::stackReserved),
                        group(
                                "platform threads: resident of their stacks",
                                Cell.absent(""),
                                costs,
                                jdks,
                                false,
                                ThreadGrowth::stackResident),
                        group(
                                "platform threads: memory that they take",
                                Cell.absent(""),
                                costs,
                                jdks,
                                false,
                                ThreadGrowth::memory),
                        group(
                                "virtual threads: memory that they take",
                                Cell.absent(""),
                                costs,
                                jdks,
                                true,
                                ThreadGrowth::memory)));
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
                    .filter(cost -> cost.isVirtual() == virtual && jdk(cost).equals(jdk))
                    .map(amount)
                    .filter(OptionalLong::isPresent)
                    .map(bytes -> Cell.bytes(bytes.getAsLong()))
                    .findFirst()
                    .orElse(Cell.absent("")));
        }
        return new Bars.Group(name, cells);
    }

    /** The version of a capture's JDK, without its build. */
    static String jdk(ThreadGrowth cost) {
        return cost.jdk();
    }
}
