package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.GroupSums.FaultCount;
import dev.loomweight.fleet.GroupSums.Hour;
import dev.loomweight.fold.Sum;
import dev.loomweight.memory.Account;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The laws of sums, over what is written and read again. */
class FleetSumsTest {

    /** Any sums: numbers of all sizes, few names, so that they meet. */
    private static FleetSums any(Random random) {
        FleetSums sums = new FleetSums();
        for (int i = random.nextInt(3); i >= 0; i--) {
            GroupSums group = sums.group(Labels.of(Map.of("service", "s" + random.nextInt(3), "pod", "p")));
            for (Counter counter : Counter.values()) {
                group.count(counter, number(random));
            }
            group.count(Counter.FIRST_NANOS, random.nextLong());
            group.count(Counter.LAST_NANOS, random.nextLong());
            group.jdks().add("jdk" + random.nextInt(4));
            group.example("example " + random.nextInt(20));
            group.copy("copy " + random.nextInt(20));
            group.site(
                    new SiteKey("name" + random.nextInt(3), "holder", ""),
                    new SiteSums(
                            new Sum(number(random), number(random), number(random)),
                            number(random) / 8,
                            random.nextBoolean(),
                            new TreeSet<>(List.of("cause" + random.nextInt(3))),
                            new TreeSet<>(List.of("words")),
                            random.nextBoolean() ? "" : "solution " + random.nextInt(9)));
            group.fault("fault" + random.nextInt(3), new FaultCount(random.nextInt(5), random.nextInt(5)));
            group.memory(new Account("m" + random.nextInt(2), "NMT")).add(number(random));
            group.limit(number(random), 1 + random.nextInt(5));
            group.ofLimit().add(random.nextInt(1100));
            group.hour(
                    random.nextInt(5), new Hour(number(random), number(random), number(random), random.nextInt(999)));
        }
        return sums;
    }

    private static long number(Random random) {
        return random.nextLong() >>> (1 + random.nextInt(63));
    }

    private static FleetSums again(FleetSums sums) {
        return FleetBytes.read(FleetBytes.write(sums), "sums");
    }

    private static FleetSums both(FleetSums left, FleetSums right) {
        FleetSums sums = again(left);
        sums.addAll(again(right));
        return sums;
    }

    @Test
    void mergingIsAssociativeCommutativeAndNothingIsNeutral() {
        Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            FleetSums a = any(random);
            FleetSums b = any(random);
            FleetSums c = any(random);

            byte[] all = FleetBytes.write(both(both(a, b), c));
            assertThat(FleetBytes.write(both(a, both(b, c)))).isEqualTo(all);
            assertThat(FleetBytes.write(both(both(c, a), b))).isEqualTo(all);
            assertThat(FleetBytes.write(both(new FleetSums(), a))).isEqualTo(FleetBytes.write(a));
            assertThat(FleetBytes.write(both(a, new FleetSums()))).isEqualTo(FleetBytes.write(a));
        }
    }

    @Test
    void whatAnotherIsMergedIntoDoesNotChangeTheOther() {
        Random random = new Random(6);
        FleetSums a = any(random);
        FleetSums b = any(random);
        byte[] before = FleetBytes.write(b);

        a.addAll(b);
        a.addAll(any(random));

        assertThat(FleetBytes.write(b)).isEqualTo(before);
    }

    @Test
    void percentilesAreThoseOfTheSortedAmountsWithinOnePercent() {
        Random random = new Random(8);
        for (int round = 0; round < 50; round++) {
            Distribution distribution = new Distribution();
            List<Long> amounts = new ArrayList<>();
            for (int i = 1 + random.nextInt(300); i > 0; i--) {
                long amount = number(random);
                distribution.add(amount);
                amounts.add(amount);
            }
            Collections.sort(amounts);
            for (int percent : new int[] {1, 50, 95, 100}) {
                long exact = amounts.get(Math.max(0, (int) Math.ceil(amounts.size() * percent / 100.0) - 1));
                long found = distribution.percentile(percent);
                assertThat(found).isGreaterThanOrEqualTo(exact);
                assertThat((double) found - exact).isLessThanOrEqualTo(exact * 0.01 + 1);
            }
            assertThat(distribution.percentile(100)).isEqualTo(distribution.max());
        }
    }

    @Test
    void versionsAreInTheOrderOfTheirNumbersOrElseOfTheirTime() {
        assertThat(sorted(Map.of("1.10", 1L, "1.9", 2L, "v1.9.1", 3L, "2.0", 4L, "2.0-rc1", 5L, "2.0-rc2", 6L)))
                .containsExactly("1.9", "v1.9.1", "1.10", "2.0-rc1", "2.0-rc2", "2.0");
        assertThat(sorted(Map.of("f3a9", 3L, "0c1d", 1L, "9b", 2L))).containsExactly("0c1d", "9b", "f3a9");
    }

    private static List<String> sorted(Map<String, Long> began) {
        TreeMap<String, Long> sorted = new TreeMap<>(VersionOrder.of(began));
        sorted.putAll(began);
        return List.copyOf(sorted.keySet());
    }
}
