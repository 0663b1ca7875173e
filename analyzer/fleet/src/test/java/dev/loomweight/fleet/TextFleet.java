package dev.loomweight.fleet;

import dev.loomweight.fleet.GroupSums.Counter;
import dev.loomweight.fleet.GroupSums.FaultCount;
import dev.loomweight.fleet.GroupSums.Hour;
import dev.loomweight.fold.Sum;
import dev.loomweight.memory.Account;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** The figures of a fleet of three services, of which each has something of its own. */
final class TextFleet {

    private static final long MILLI = 1_000_000;
    static final long HOUR = TimeUnit.HOURS.toNanos(1);
    /** 2026-11-02 10:00 in hours since 1970. */
    private static final long BEGAN = 498_226;

    final FleetSums sums = new FleetSums();

    /** An hour of recording in a pod, with four carriers. */
    GroupSums recorded(String service, String version, String pod, long hour) {
        GroupSums group = sums.group(Labels.of(Map.of("service", service, "version", version, "pod", pod)));
        group.count(Counter.RECORDINGS, 1);
        group.count(Counter.BYTES, 5_000_000);
        group.count(Counter.TOLD, 1);
        group.count(Counter.SUBMITS_TOLD, 1);
        group.count(Counter.RECORDED_NANOS, HOUR);
        group.count(Counter.CARRIERS_KNOWN, 1);
        group.count(Counter.CARRIER_NANOS, 4 * HOUR);
        group.count(Counter.THRESHOLD_NANOS, 20 * MILLI);
        group.count(Counter.FIRST_NANOS, (BEGAN + hour) * HOUR);
        group.count(Counter.LAST_NANOS, (BEGAN + hour + 1) * HOUR);
        group.hour(BEGAN + hour, new Hour(HOUR, 0, 0, 0));
        group.jdks().add("25.0.3");
        return group;
    }

    static void pinned(GroupSums group, long hour, String method, long count, long millis, boolean own) {
        SiteKey key = new SiteKey("com.acme." + method, "com.acme." + method, "java.lang.Thread.sleep");
        SiteSums site = new SiteSums(
                new Sum(count, count * millis * MILLI, millis * MILLI),
                1,
                own,
                new TreeSet<>(List.of("native")),
                new TreeSet<>(List.of("a native frame")),
                "Do not sleep there.");
        group.site(key, site);
        group.count(Counter.PINNED_OF_KNOWN_NANOS, count * millis * MILLI);
        group.hour(BEGAN + hour, new Hour(0, count * millis * MILLI, 0, 0));
    }

    static void memory(GroupSums group, long hour, long megabytes, long limit) {
        group.memory(Account.RESIDENT).add(megabytes << 20);
        group.limit(limit << 20, 1);
        group.ofLimit().add(megabytes * 1000 / limit);
        group.count(Counter.CHARGE_UNKNOWN, 1);
        group.hour(BEGAN + hour, new Hour(0, 0, megabytes << 20, megabytes * 1000 / limit));
    }

    /** Eighteen hours of each of two, and of a third what could not be read. */
    FleetSums sums() {
        for (int version = 1; version <= 3; version++) {
            for (int pod = 1; pod <= 6; pod++) {
                long hour = 24L * version + pod;
                GroupSums shop = recorded("shop", "1." + version, "shop-" + pod, hour);
                memory(shop, hour, 400 + version, 512);
                if (version < 3) {
                    pinned(shop, hour, "Shop.held", 2, 30, true);
                } else {
                    pinned(shop, hour, "Shop.added", pod == 6 ? 90 : 3, 50, false);
                    shop.count(Counter.STARVED_NANOS, pod * MILLI);
                    shop.count(Counter.STARVATION_WINDOWS, pod);
                }
                GroupSums cart = recorded("cart", "7", "cart-" + pod, hour);
                memory(cart, hour, pod == 2 ? 500 : 100, 512);
                cart.count(Counter.FAILED_SUBMITS, version == 2 ? 1 : 0);
            }
        }
        GroupSums late = sums.group(Labels.of(Map.of("service", "late", "version", "1", "pod", "late-1")));
        for (Counter counter : List.of(
                Counter.UNREADABLE,
                Counter.DAMAGED,
                Counter.CUT,
                Counter.LOST,
                Counter.PINS_OFF,
                Counter.PINS_UNKNOWN,
                Counter.PINS_UNSTATED,
                Counter.NO_RECORDING,
                Counter.WITHOUT_STACKS,
                Counter.FIRST_MISSING,
                Counter.COPIES,
                Counter.SHARED,
                Counter.TWICE)) {
            late.count(counter, 1);
            late.count(Counter.RECORDINGS, 1);
        }
        late.example("late.jfr: no recording");
        late.copy("copy.jfr");
        late.fault("jdk.CPUTimeSample", new FaultCount(1, 2));
        return sums;
    }
}
