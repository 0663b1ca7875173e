package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.fleet.Distribution.Bucket;
import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.GroupSums.FaultCount;
import dev.loomweight.fleet.GroupSums.Hour;
import dev.loomweight.fold.Sum;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be a figure is refused, and what is kept of many. */
class GroupSumsTest {

    private static GroupSums of(Map<Counter, Long> counters, Map<Long, Long> limits) {
        GroupSums none = new GroupSums();
        return new GroupSums(
                new TreeMap<>(counters),
                none.jdks(),
                none.examples(),
                none.copies(),
                none.chunks(),
                none.sites(),
                none.memory(),
                new TreeMap<>(limits),
                none.ofLimit(),
                none.hours(),
                none.faults());
    }

    @Test
    void negativeFiguresAreRefused() {
        assertThatThrownBy(() -> of(Map.of(Counter.TOLD, -1L), Map.of())).hasMessage("negative: -1");
        assertThatThrownBy(() -> of(Map.of(), Map.of(-2L, 1L))).hasMessage("negative: -2");
        assertThatThrownBy(() -> of(Map.of(), Map.of(1L, -3L))).hasMessage("negative: -3");
        assertThatThrownBy(() -> new Hour(0, 0, 0, -4)).hasMessage("negative: -4");
        assertThatThrownBy(() -> new FaultCount(0, -5)).hasMessage("negative: -5");
        assertThatThrownBy(() -> site(-6, "")).hasMessage("negative: -6");
        assertThat(of(Map.of(Counter.FIRST_NANOS, -1L, Counter.TOLD, 0L), Map.of(0L, 0L))
                        .get(Counter.FIRST_NANOS))
                .as("before 1970")
                .isEqualTo(-1);
    }

    @Test
    void amountsAreInTheirBucket() {
        assertThat(new Distribution(buckets(5, 1, 5)).max()).isEqualTo(5);
        assertThatThrownBy(() -> new Distribution(buckets(6, 1, 5))).hasMessage("not in bucket 6: 5");
        assertThatThrownBy(() -> new Distribution(buckets(5, -1, 5))).hasMessage("negative: -1");
        assertThatThrownBy(() -> new Distribution(buckets(0, 1, -7))).hasMessage("negative: -7");
    }

    private static SortedMap<Integer, Bucket> buckets(int number, long count, long max) {
        return new TreeMap<>(Map.of(number, new Bucket(count, max)));
    }

    /** Up to 255 each amount is exact; above, 1 % too high at most, and never above the highest. */
    @ParameterizedTest
    @CsvSource({
        "0 0, 0, 0",
        "-5, 0, 0",
        "0 1 2, 1, 2",
        "254 255, 254, 255",
        "255 256 256, 256, 256",
        "255 256 256 999 999, 257, 999",
        "1000 1001 2000, 1003, 2000",
        "3 4 5 6, 4, 6",
    })
    void percentiles(String amounts, long median, long highest) {
        Distribution distribution = new Distribution();
        for (String amount : amounts.split(" ", -1)) {
            distribution.add(Long.parseLong(amount));
        }
        assertThat(distribution.percentile(50)).isEqualTo(median);
        assertThat(distribution.max()).isEqualTo(highest);
        assertThat(distribution.highest()).isEqualTo(highest);
    }

    @Test
    void ofNoAmounts() {
        Distribution none = new Distribution();
        assertThat(none.percentile(50)).isZero();
        assertThat(none.max()).isZero();
        assertThat(none.highest()).isNull();
        assertThat(none.count()).isZero();
    }

    @Test
    void fiveExamplesInTheirOrderStay() {
        GroupSums one = new GroupSums();
        GroupSums other = new GroupSums();
        for (int i = 9; i >= 1; i--) {
            (i % 2 == 0 ? one : other).example("e" + i);
            (i % 2 == 0 ? one : other).copy("c" + i);
        }
        one.addAll(other);
        assertThat(one.examples()).containsExactly("e1", "e2", "e3", "e4", "e5");
        assertThat(one.copies()).containsExactly("c1", "c2", "c3", "c4", "c5");
    }

    @Test
    void whatIsNothingIsNotThere() {
        GroupSums sums = new GroupSums();
        sums.count(Counter.TOLD, 0);
        sums.count(Counter.FIRST_NANOS, Long.MAX_VALUE);
        assertThat(sums.counters()).isEmpty();
        sums.count(Counter.THRESHOLD_NANOS, 5);
        sums.count(Counter.THRESHOLD_NANOS, 3);
        sums.count(Counter.FIRST_NANOS, 5);
        sums.count(Counter.FIRST_NANOS, 3);
        sums.count(Counter.LAST_NANOS, 5);
        sums.count(Counter.LAST_NANOS, 3);
        sums.count(Counter.TOLD, 5);
        sums.count(Counter.TOLD, 3);
        assertThat(sums.counters()).hasToString("{TOLD=8, THRESHOLD_NANOS=5, FIRST_NANOS=3, LAST_NANOS=5}");
    }

    private static SiteSums site(long recordings, String solution, String... causes) {
        Set<String> all = Set.of(causes);
        return new SiteSums(new Sum(1, 2, 2), recordings, false, new TreeSet<>(all), new TreeSet<>(all), solution);
    }

    /** Of two solutions the first in alphabetical order stays, and any wins over none. */
    @ParameterizedTest
    @CsvSource({"'', b, b", "a, b, a", "b, a, a", "a, '', a", "'', '', ''"})
    void sitesTogether(String one, String other, String solution) {
        SiteSums both = site(3, one, "x").and(site(4, other, "x", "y"));

        assertThat(both.solution()).isEqualTo(solution);
        assertThat(both.recordings()).isEqualTo(7);
        assertThat(both.sum()).isEqualTo(new Sum(2, 4, 2));
        assertThat(both.own()).isFalse();
        assertThat(List.copyOf(both.causes())).containsExactly("x", "y");
    }
}
