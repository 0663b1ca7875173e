package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How long all carriers are pinned, by a few pins in milliseconds: {@code 0-10} is one, {@code w0-10} a wait for which the
 * JVM may have added a carrier. Slots are 10 ms long.
 */
class CarrierSlotsTest {

    private static final long MS = 1_000_000;
    private static final CarrierPool ONE = new CarrierPool(1, 1);
    private static final CarrierPool TWO = new CarrierPool(2, 2);

    private static CarrierSlots slots(String pins, CarrierPool pool) {
        CarrierSlots slots = new CarrierSlots();
        add(slots, pins, pool);
        return slots;
    }

    private static void add(CarrierSlots slots, String pins, CarrierPool pool) {
        for (String pin : pins.split(" ", -1)) {
            String[] times = pin.replace("w", "").split("-", -1);
            long from = Long.parseLong(times[0]) * MS;
            long to = Long.parseLong(times[1]) * MS;
            if (pin.startsWith("w")) {
                slots.addWait(from, to, pool);
            } else {
                slots.add(from, to, pool);
            }
        }
    }

    @ParameterizedTest(name = "{0} of {1} carriers and at most {2}: {3} to {4} ms")
    @CsvSource({
        "0-10 0-10,             2, 2, 10, 10",
        "0-10 0-10 0-10,        2, 2, 10, 10",
        "0-10,                  2, 2, 0,  0",
        "0-20 0-20,             2, 2, 20, 20",
        "0-20 5-25,             2, 2, 15, 15",
        "3-7 3-7,               2, 2, 4,  4",
        "3-7 7-9,               2, 2, 0,  0",
        "3-7 5-9,               2, 3, 0,  2",
        "0-5 5-10,              1, 1, 10, 10",
        "10-10 10-5 0-10,       1, 1, 10, 10",
        // There may be a third carrier, or any number.
        "0-10 0-10,             2, 3, 0,  10",
        "0-10 0-10 0-10,        2, 3, 10, 10",
        "0-10 0-10,             2, 0, 0,  10",
        // There is one at least.
        "0-10 0-10,             0, 0, 0,  10",
        "0-10 0-10,             0, 2, 10, 10",
        // The pool is fixed, so that no carrier is added for a wait.
        "0-10 w0-10,            2, 2, 10, 10",
        "0-10 w0-10,            2, 3, 0,  0",
        "0-10 0-10 w0-10,       2, 3, 10, 10",
        "0-10 w0-10 w0-10,      2, 3, 10, 10",
        "w0-10 w0-10,           2, 0, 0,  0",
        // A pool whose maximum is lower runs no fewer at once.
        "0-10,                  2, 1, 0,  0",
    })
    void howLongAllArePinned(String pins, long carriers, long maximum, long least, long most) {
        CarrierPool pool = new CarrierPool(carriers, maximum);
        CarrierSlots slots = slots(pins, pool);

        assertThat(slots.starvedNanos()).isEqualTo(least * MS);
        assertThat(slots.mostStarvedNanos()).isEqualTo(most * MS);
        assertThat(slots.starvedNanos(0, 100 * MS, pool)).as("within its time").isEqualTo(least * MS);
        assertThat(slots.mostStarvedNanos(0, 100 * MS, pool))
                .as("within its time at most")
                .isEqualTo(most * MS);
    }

    /** One carrier that is free is enough for others. */
    @ParameterizedTest(name = "{0} pins of 50 carriers: {1} ms")
    @CsvSource({"50, 10", "49, 0"})
    void aSlotThatIsAllButFull(int pins, long starved) {
        String all = String.join(" ", Collections.nCopies(pins, "0-10"));

        assertThat(slots(all, new CarrierPool(50, 50)).starvedNanos()).isEqualTo(starved * MS);
    }

    /** Random pins in the order of their ends, in microseconds, counted one microsecond after the other. */
    @ParameterizedTest(name = "{0} pins of up to {1} us in {2} us")
    @CsvSource({
        "20,   4000,   60000, true",
        "100,  1000,   60000, true",
        "3000, 400,    60000, false",
        "60,   100000, 300000, true",
    })
    void leastAndMostAreBounds(int pins, int longest, int within, boolean exact) {
        for (int seed = 0; seed < 10; seed++) {
            Random random = new Random(seed);
            int carriers = 1 + random.nextInt(4);
            int maximum = carriers + random.nextInt(3);
            CarrierPool pool = new CarrierPool(carriers, maximum);
            int[] held = new int[within + longest];
            int[] waits = new int[within + longest];
            List<long[]> all = new ArrayList<>();
            for (int i = 0; i < pins; i++) {
                int from = random.nextInt(within);
                int to = from + 1 + random.nextInt(longest);
                boolean wait = maximum > carriers && random.nextInt(4) == 0;
                if (fits(held, waits, from, to, maximum)) {
                    for (int at = from; at < to; at++) {
                        (wait ? waits : held)[at]++;
                    }
                    all.add(new long[] {from, to, wait ? 1 : 0});
                }
            }
            CarrierSlots slots = new CarrierSlots();
            all.sort(Comparator.comparingLong(pin -> pin[1]));
            for (long[] pin : all) {
                if (pin[2] == 1) {
                    slots.addWait(pin[0] * 1_000, pin[1] * 1_000, pool);
                } else {
                    slots.add(pin[0] * 1_000, pin[1] * 1_000, pool);
                }
            }
            long full = 0;
            long possible = 0;
            for (int at = 0; at < held.length; at++) {
                full += held[at] + waits[at] >= maximum ? 1_000 : 0;
                possible += held[at] + waits[at] >= maximum || held[at] >= carriers ? 1_000 : 0;
            }
            long end = held.length * 1_000L;
            assertThat(slots.starvedNanos()).as("seed %d", seed).isBetween(exact ? full : 0, full);
            assertThat(slots.mostStarvedNanos())
                    .as("seed %d", seed)
                    .isBetween(possible, exact ? possible : Long.MAX_VALUE);
            assertThat(slots.starvedNanos(0, end, pool)).as("seed %d", seed).isBetween(exact ? full : 0, full);
            assertThat(slots.mostStarvedNanos(0, end, pool))
                    .as("seed %d", seed)
                    .isBetween(possible, exact ? possible : Long.MAX_VALUE);
        }
    }

    /** There are never more at once than the pool has. */
    private static boolean fits(int[] held, int[] waits, int from, int to, int maximum) {
        for (int at = from; at < to; at++) {
            if (held[at] + waits[at] >= maximum) {
                return false;
            }
        }
        return true;
    }

    /** What is forgotten counts at most, where pins of such a length can have been all carriers. */
    @ParameterizedTest(name = "{0} of {1} carriers: {2} to {3} ms")
    @CsvSource({
        "0-100000,                     1, 60000, 100000",
        "0-100000,                     2, 0,     0",
        "0-100000 0-100000,            2, 60000, 100000",
        "50000-100000 0-100010,        2, 50000, 90010",
        "0-100000 200000-300000,       1, 120000, 200000",
        "1000-100000 0-100000,         1, 60000, 100000",
    })
    void pinsOfMoreThanAMinute(String pins, long carriers, long least, long most) {
        CarrierSlots slots = slots(pins, new CarrierPool(carriers, carriers));

        assertThat(slots.starvedNanos()).isEqualTo(least * MS);
        assertThat(slots.mostStarvedNanos()).isBetween(least * MS, most * MS);
        assertThat(slots.mostStarvedNanos()).isGreaterThanOrEqualTo(most >= 100_000 ? most * MS : least * MS);
    }

    /** Two carriers are pinned from 0 to 10 and from 20 to 30 ms. */
    @ParameterizedTest(name = "{0} to {1} ms: {2} ms, {3} on average, {4} at most")
    @CsvSource({
        "0,  30,  20, 1.3333333, 2",
        "0,  10,  10, 2,         2",
        "10, 20,  0,  0,         0",
        "20, 30,  10, 2,         2",
        "30, 50,  0,  0,         0",
        "10, 21,  10, 1.8181818, 2",
        "0,  0,   0,  0,         0",
        "0,  200, 20, 0.2,       2",
    })
    void withinATime(long from, long to, long starved, double mean, double most) {
        CarrierSlots slots = slots("0-10 0-10 20-30 20-30", TWO);

        assertThat(slots.starvedNanos(from * MS, to * MS, TWO)).isEqualTo(starved * MS);
        assertThat(slots.mostStarvedNanos(from * MS, to * MS, new CarrierPool(2, 0)))
                .isEqualTo(starved * MS);
        assertThat(slots.mean(from * MS, to * MS)).isEqualTo(mean, within(1e-6));
        assertThat(slots.most(from * MS, to * MS)).isEqualTo(most);
    }

    @Test
    void pinsAndWaitsHoldCarriers() {
        CarrierSlots slots = slots("0-10 w0-10 w10-20", new CarrierPool(2, 4));

        assertThat(slots.mean(0, 20 * MS)).isEqualTo(1.5);
        assertThat(slots.most(0, 20 * MS)).isEqualTo(2);
    }

    /** One without a length is none, and time does not go on by it. */
    @ParameterizedTest
    @CsvSource({"60010-60010", "60020-60010"})
    void aPinWithoutALengthIsNone(String pin) {
        CarrierSlots slots = slots("0-10", ONE);
        add(slots, pin, ONE);

        assertThat(slots.starvedNanos(0, 10 * MS, ONE)).isEqualTo(10 * MS);
    }

    @Test
    void withoutPins() {
        CarrierSlots slots = new CarrierSlots();

        assertThat(slots.starvedNanos(0, 60_000 * MS, ONE)).isZero();
        assertThat(slots.mostStarvedNanos(0, 60_000 * MS, ONE)).isZero();
        assertThat(slots.mean(0, 60_000 * MS)).isZero();
        assertThat(slots.most(0, 60_000 * MS)).isZero();
    }

    @Test
    void whatIsMoreThanAMinuteOldIsNotCounted() {
        CarrierSlots slots = slots("60010-60020", ONE);
        add(slots, "0-10 10-20", ONE);
        assertThat(slots.starvedNanos()).isEqualTo(10 * MS);
        add(slots, "20-30", ONE);
        assertThat(slots.starvedNanos()).isEqualTo(20 * MS);
        assertThat(slots.starvedNanos(0, 60_020 * MS, ONE)).isEqualTo(20 * MS);
        assertThat(slots.mostStarvedNanos(0, 60_020 * MS, ONE)).isEqualTo(20 * MS);
        assertThat(slots.mostStarvedNanos()).as("at most").isEqualTo(40 * MS);

        assertThat(slots("0-60020", ONE).starvedNanos()).isEqualTo(60_000 * MS);
    }

    /** A slot of a minute later has the same place; it is empty at first, however the time went on. */
    @ParameterizedTest(name = "{0}, then {1}")
    @CsvSource({
        "0-10,          60000-60010",
        "0-10,          200000-200010",
        "0-10 w0-10,    60000-60010",
        "0-10 5000-5010, 60000-60010",
        "w0-10 5000-5010, 60000-60010",
        "10-20 w10-20 5000-5010, 60000-60010",
    })
    void aMinuteLaterASlotIsEmpty(String before, String later) {
        CarrierPool pool = new CarrierPool(4, 8);
        CarrierSlots slots = slots(before, pool);
        add(slots, later, pool);
        long from = Long.parseLong(later.split("-", -1)[0]) * MS;
        assertThat(slots.most(from, from + 10 * MS)).isEqualTo(1);

        add(slots, from / MS + 1000 + "-" + (from / MS + 1010), pool);
        assertThat(slots.most(from + 10 * MS, from + 1000 * MS)).isZero();
    }

    @ParameterizedTest(name = "{0} of {1}, at most {2} now: {3}; fixed {4}")
    @CsvSource({
        "2, 0,   5, 5, false",
        "4, 0,   2, 4, false",
        "2, 256, 5, 5, false",
        "2, 3,   5, 3, false",
        "2, 256, 1, 2, false",
        "2, 2,   2, 2, true",
        "3, 2,   9, 2, true",
        "0, 0,   0, 0, false",
    })
    void aPool(long carriers, long maximum, long now, long then, boolean fixed) {
        CarrierPool pool = new CarrierPool(carriers, maximum);

        assertThat(pool.atMost(now)).isEqualTo(new CarrierPool(carriers, then));
        assertThat(pool.isFixed()).isEqualTo(fixed);
    }
}
