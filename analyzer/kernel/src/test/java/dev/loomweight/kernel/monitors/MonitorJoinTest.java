package dev.loomweight.kernel.monitors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.PinFacts;
import dev.loomweight.kernel.diagnosis.PinStack;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MonitorJoinTest {

    private static final PinStack PIN = new PinStack(
            PinFacts.pinned(null, PinFacts.ENTER_OPERATION, "Freeze or preempt failed (2)"), StackTrace.NONE);

    @Test
    void aPinHasTheWaitThatSharesMostOfItsTime() {
        MonitorJoin join = new MonitorJoin();
        join.wait(wait(1, 0, 100, "before"));
        join.wait(wait(1, 101, 900, "same"));
        join.wait(wait(1, 1001, 50, "after"));
        join.wait(wait(2, 100, 900, "of another thread"));
        join.wait(new MonitorJoin.Stretch<>(
                1, 100, 900, new MonitorJoin.Monitor(PinFacts.Event.WAIT, "of another event", null)));
        join.pin(new MonitorJoin.Stretch<>(1, 100, 902, PIN), pin -> {});
        join.pin(new MonitorJoin.Stretch<>(1, 2000, 10, PIN), pin -> {});

        assertThat(result(join, List.of())).containsOnlyKeys("1 100 902 same", "1 2000 10 null");
    }

    /** More events than are retained: what is joined depends neither on the order nor on how they were divided. */
    @Test
    void whatIsRetainedDoesNotDependOnTheOrder() {
        Random random = new Random(16);
        List<MonitorJoin.Stretch<PinStack>> pins = new ArrayList<>();
        List<MonitorJoin.Stretch<MonitorJoin.Monitor>> waits = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            long start = 1000L * i;
            long nanos = 1L + random.nextInt(800);
            pins.add(new MonitorJoin.Stretch<>(i % 7, start, nanos, PIN));
            waits.add(wait(i % 7, start, nanos - random.nextInt(2), "m" + i % 3));
        }
        List<MonitorJoin.Stretch<PinStack>> dropped = new ArrayList<>();
        Map<String, Integer> whole = result(fold(pins, waits, dropped), dropped);

        assertThat(whole.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(100_000);
        assertThat(whole.keySet().stream().filter(key -> !key.endsWith("null"))).hasSizeBetween(20_000, 1 << 15);
        for (int round = 0; round < 3; round++) {
            Collections.shuffle(pins, random);
            Collections.shuffle(waits, random);
            int cut = random.nextInt(pins.size());
            int other = random.nextInt(waits.size());
            List<MonitorJoin.Stretch<PinStack>> left = new ArrayList<>();
            MonitorJoin first = fold(pins.subList(0, cut), waits.subList(other, waits.size()), left);
            first.addAll(fold(pins.subList(cut, pins.size()), waits.subList(0, other), left), left::add);
            assertThat(result(first, left)).isEqualTo(whole);
        }
    }

    private static MonitorJoin fold(
            List<MonitorJoin.Stretch<PinStack>> pins,
            List<MonitorJoin.Stretch<MonitorJoin.Monitor>> waits,
            List<MonitorJoin.Stretch<PinStack>> dropped) {
        MonitorJoin join = new MonitorJoin();
        pins.forEach(pin -> join.pin(pin, dropped::add));
        waits.forEach(join::wait);
        return join;
    }

    /** How often there is each pin with the class of its monitor. */
    private static Map<String, Integer> result(MonitorJoin join, List<MonitorJoin.Stretch<PinStack>> dropped) {
        Map<String, Integer> all = new TreeMap<>();
        join.forEach((pin, monitor) -> all.merge(
                pin.thread() + " " + pin.start() + " " + pin.nanos() + " "
                        + (monitor == null ? null : monitor.className()),
                1,
                Integer::sum));
        dropped.forEach(
                pin -> all.merge(pin.thread() + " " + pin.start() + " " + pin.nanos() + " null", 1, Integer::sum));
        return all;
    }

    private static MonitorJoin.Stretch<MonitorJoin.Monitor> wait(long thread, long start, long nanos, String of) {
        return new MonitorJoin.Stretch<>(thread, start, nanos, new MonitorJoin.Monitor(PinFacts.Event.ENTER, of, null));
    }
}
