package dev.loomweight.memory.threadcost.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.memory.threadcost.site.WeightReading.OfProcess;
import dev.loomweight.report.Among;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By how much the threads of a site grew: what was not measured of both moments is unknown, and not 0. */
class GrowthsTest {

    private static final StackLines SERVE =
            new StackLines(new StackTrace(List.of(new Frame("com.acme.Mail", "serve", "", 7, -1, 0, "")), false));
    private static final StackLines NONE = new StackLines(StackTrace.NONE);

    /**
     * N: the number of threads alone, S: their stacks too (10 each), H: by a heap dump (40 each, thread-locals included), h: the
     * same, lighter (15 each); -: none. Then the growth in threads and bytes, "-" where it is unknown.
     */
    @ParameterizedTest
    @CsvSource({
        "4N, 4H, 0, -",
        "4N, 6H, 2, -",
        "4h, 4H, 0, 100",
        "4h, 6H, 2, 180",
        "6H, 4H, -2, -80",
        "-,  4H, 4, 160",
        "4N, 4N, 0, -",
        "4S, 4S, 0, 0",
        "4S, 6S, 2, 20",
        "4S, 4H, 0, -",
        "4H, 4S, 0, -",
        "4N, 4S, 0, -"
    })
    void bytesGrowWhereBothMomentsHaveThem(String before, String now, long threads, String bytes) {
        Table table = table(moment(before, SERVE), moment(now, SERVE));

        assertThat(cell(table, "grewThreads")).isEqualTo(Cell.count(threads));
        Cell grown = cell(table, now.endsWith("H") ? "grewBytes" : "grewMost");
        if (bytes.equals("-")) {
            assertThat(grown).isInstanceOf(Cell.Absent.class);
        } else {
            assertThat(grown).isEqualTo(Cell.bytes(Long.parseLong(bytes)));
        }
    }

    /** Threads of the JVM have no frames, and are in heap dumps alone. */
    @ParameterizedTest
    @CsvSource({"4N, 6H, ''", "4h, 6H, 6"})
    void threadsThatADumpLacksAreNoGrowth(String before, String now, String threads) {
        Table table = table(moment(before, SERVE), moment(now, NONE));

        Cell grown = cell(table, "grewThreads");
        assertThat(grown).isEqualTo(threads.isEmpty() ? Cell.text("") : Cell.count(6));
    }

    private static MomentWeights moment(String threads, StackLines at) {
        Map<SameStack.Key, SameStack> standing = threads.equals("-") ? Map.of() : Map.of(key(at), same(threads, at));
        boolean weighed = threads.toUpperCase(Locale.ROOT).endsWith("H");
        return new MomentWeights(Instant.EPOCH, weighed, 0, standing, List.of(), List.of(), HeapSums.UNKNOWN, null);
    }

    private static SameStack.Key key(StackLines at) {
        return new SameStack.Key(at, false);
    }

    private static SameStack same(String threads, StackLines at) {
        long number = Long.parseLong(threads.substring(0, threads.length() - 1));
        SameStack same = new SameStack(key(at));
        switch (threads.charAt(threads.length() - 1)) {
            case 'N' -> same.add(Weight.ofNumber(number));
            case 'S' -> same.add(Weight.ofStacks(number, 10 * number, 10 * number));
            case 'h' -> measured(same, number, 0);
            default -> measured(same, number, 25);
        }
        return same;
    }

    private static void measured(SameStack same, long number, long locals) {
        for (int i = 0; i < number; i++) {
            same.addMeasured(new Weight(1, 5, 10, 10, locals, 0));
        }
    }

    private static Table table(MomentWeights before, MomentWeights now) {
        OfProcess process = SiteWeights.asked(new Code(ClassPath.none()), List.of("com.acme"))
                .read("shop", false, List.of(before, now), -1)
                .orElseThrow();
        return WeightTables.of(Among.numbered("shop", 1), process).stream()
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .filter(table -> table.id().startsWith("platformSites"))
                .findFirst()
                .orElseThrow();
    }

    private static @Nullable Cell cell(Table table, String column) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).id().equals(column)) {
                return table.rows().getFirst().cells().get(i);
            }
        }
        return null;
    }
}
