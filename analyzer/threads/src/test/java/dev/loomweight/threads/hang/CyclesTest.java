package dev.loomweight.threads.hang;

import static dev.loomweight.threads.hang.Dumps.monitor;
import static dev.loomweight.threads.hang.Dumps.standing;
import static dev.loomweight.threads.hang.Dumps.virtual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.threads.hang.Resource.Holder;
import dev.loomweight.threads.judge.FrameLocks;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Circles of threads: {@code 1>a} says that thread 1 waits for the monitor a, {@code 1:a} that it holds it. */
class CyclesTest {

    private static WaitGraph graph(String facts) {
        TreeMap<Integer, Dumps.Builder> threads = new TreeMap<>();
        for (String fact : facts.split(" ", -1)) {
            int id = fact.charAt(0) - '0';
            Dumps.Builder thread = threads.computeIfAbsent(
                    id, number -> virtual(number, "t" + number).frames(standing(number)));
            if (fact.charAt(1) == '>') {
                thread.blockedOn(monitor(fact.charAt(2)));
            } else {
                thread.holds(0, monitor(fact.charAt(2)));
            }
        }
        DumpedThread[] all = threads.values().stream().map(Dumps.Builder::build).toArray(DumpedThread[]::new);
        return WaitGraph.of(Moment.of(Dumps.same(1, all)).getFirst(), List.of(), FrameLocks.NONE);
    }

    private static List<String> circles(String facts, Predicate<Integer> waits, Predicate<Holder> used) {
        WaitGraph graph = graph(facts);
        return Cycles.of(graph, waits, used).stream()
                .map(circle -> circle.stream()
                        .map(thread -> String.valueOf(graph.party(thread).id()))
                        .collect(Collectors.joining(" ")))
                .toList();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', emptyValue = "", textBlock = """
            1>a 2:a                                        | ''
            1>a 2:a 2>b 3:b                                | ''
            1>a 1:b 2>b 2:a                                | 1 2
            1>a 3:a 3>b 2:b 2>c 1:c                        | 1 3 2
            1>a 2:a 2>b 1:b 3>c 4:c 4>d 3:d                | 1 2, 3 4
            # a victim in front of the circle, and one after it
            1>a 2:a 2>b 3:b 3>c 2:c                        | 2 3
            1>a 2:a 2>b 1:b 3>a                            | 1 2
            # two circles, of which the first leads to the second
            1>a 2:a 2>b 1:b 3:b 3>c 4:c 4>d 3:d            | 1 2, 3 4
            # one of the two who hold c has been done with, and waits for nothing
            1>a 2:a 3>b 4:b 4>c 3:c 2:c                    | 3 4
            # the shortest of a part that has several
            1>a 2:a 3:a 2>b 3:b 3>c 1:c                    | 1 3
            1>a 2:a 3:a 2>b 4:b 3>b 4>d 1:d                | 1 2 4
            1>a 2:a 2>b 3:b 3>c 4:c 4>d 1:d 2:d            | 1 2 3 4
            1>a 2:a 2>b 3:b 3>c 1:c 4:c 4>d 2:d            | 1 2 3
            """)
    void circlesAreFoundOnceEach(String facts, String expected) {
        List<String> circles = expected.isEmpty() ? List.of() : Arrays.asList(expected.split(", ", -1));

        assertThat(circles(facts, thread -> true, holder -> true)).containsExactlyInAnyOrderElementsOf(circles);
    }

    @Test
    void whoDoesNotWaitAndWhoDoesNotHoldAreInNoCircle() {
        String facts = "1>a 2:a 2>b 1:b";

        assertThat(circles(facts, thread -> thread != 1, holder -> true)).isEmpty();
        assertThat(circles(facts, thread -> true, holder -> holder.thread() != 1))
                .isEmpty();
    }
}
