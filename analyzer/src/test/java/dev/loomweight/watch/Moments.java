package dev.loomweight.watch;

import dev.loomweight.amount.Quantity;
import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.kernel.diagnosis.HeldThreads;
import dev.loomweight.live.LiveFigures;
import dev.loomweight.memory.growth.Course;
import dev.loomweight.memory.growth.live.LiveGrowth;
import dev.loomweight.memory.live.LiveMemory;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import dev.loomweight.pins.pinning.live.LiveSite;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Moments that stand for what can happen. */
final class Moments {

    private static final Instant TIME = Instant.parse("2026-11-21T10:15:30.5Z");
    private static final long MB = 1 << 20;
    private static final long MILLIS = 1_000_000;

    private Moments() {}

    /** A busy server in a container, on a JDK that tells all. */
    static LiveFigures busy() {
        return new LiveFigures(
                TIME,
                10_000 * MILLIS,
                new LiveFigures.Carriers(
                        8, 7, 19, 7.94, 8, 1230 * MILLIS, 61_000 * MILLIS, 1230 * MILLIS, 61_000 * MILLIS),
                LiveFigures.Held.none(8),
                new LiveFigures.Delays(61_000, 1_400 * MILLIS, 2_410 * MILLIS, 1_090 * MILLIS, 2),
                new LiveFigures.Pins(1234.5, 98_765, sites(), history(20, 97)),
                new LiveFigures.Threads(431.7, 80_000, 79_000, 12_345, 3, 42, history(20, 31)),
                new LiveMemory.Figures(
                        Quantity.of(477 * MB),
                        "status",
                        Quantity.of(512 * MB),
                        Quantity.of(477 * MB),
                        history(20, 7),
                        LiveMemory.Tracking.ON,
                        categories(),
                        new LiveMemory.Stacks(Quantity.of(61), Quantity.of(61 * MB), Quantity.of(3 * MB))),
                new LiveGrowth.Figures(
                        Duration.ofMinutes(10),
                        8 * MB,
                        List.of(
                                new LiveGrowth.Growing(
                                        "mappedFiles",
                                        "mapped files and libraries",
                                        120 * MB,
                                        OptionalDouble.of(12 * MB),
                                        OptionalDouble.of(MB / 2),
                                        Course.Trend.GROWS),
                                new LiveGrowth.Growing(
                                        "metaspace",
                                        "metaspace and classes",
                                        31 * MB,
                                        OptionalDouble.of(3 * MB),
                                        OptionalDouble.of(2 * MB),
                                        Course.Trend.STEP))),
                4096);
    }

    /** All carriers are held by threads that do not go on: no event shows anything. */
    static LiveFigures held() {
        LiveFigures bare = bare();
        return new LiveFigures(
                TIME,
                10_000 * MILLIS,
                new LiveFigures.Carriers(2, 2, 147, 0, 0, 0, 0, 0, 0),
                new LiveFigures.Held(
                        2,
                        2,
                        true,
                        12_300 * MILLIS,
                        14_000 * MILLIS,
                        147,
                        List.of(
                                new HeldThreads.Site(
                                        "com.acme.shop.Stock.load:17",
                                        "java.util.concurrent.locks.LockSupport.park",
                                        "a class initializer",
                                        1,
                                        List.of("http-1")),
                                new HeldThreads.Site(
                                        "com.acme.shop.Orders.reserve:41",
                                        "com.acme.shop.Orders.reserve",
                                        "waits to enter a monitor",
                                        1,
                                        List.of("http-\u001b[31m2"))),
                        "loomweight hang 4711",
                        "Carriers exhausted: all 2 carriers are held by threads that wait; 147 threads could run and have"
                                + " no carrier."),
                bare.delays(),
                bare.pins(),
                bare.threads(),
                bare.memory(),
                bare.growth(),
                0);
    }

    /** Just started, on a JDK that tells little, without NMT. */
    static LiveFigures bare() {
        return new LiveFigures(
                TIME,
                1000 * MILLIS,
                new LiveFigures.Carriers(-1, -1, -1, 0, 0, 0, 0, 0, 0),
                LiveFigures.Held.UNSEEN,
                LiveFigures.Delays.NONE,
                new LiveFigures.Pins(0, 0, List.of(), List.of()),
                new LiveFigures.Threads(0, 0, 0, -1, 0, -1, List.of()),
                new LiveMemory.Figures(
                        Quantity.unknown(""),
                        "",
                        Quantity.unknown(""),
                        Quantity.unknown(""),
                        List.of(),
                        LiveMemory.Tracking.OFF,
                        List.of(),
                        new LiveMemory.Stacks(Quantity.unknown(""), Quantity.unknown(""), Quantity.unknown(""))),
                LiveGrowth.Figures.NONE,
                0);
    }

    private static List<LiveSite> sites() {
        return List.of(
                site("com.acme.shop.checkout.internal.CartService.reserve", 700, 9_000, 41, "CartService.LOCK", ""),
                site("com.acme.shop.Dao.load", 1500, 2_000, 800, "", "it was recorded without a class file"),
                site("com.acme.支払い.Pay\u001b[31m.now", 3, 20, 12, "", ""));
    }

    private static LiveSite site(String name, long pins, long millis, long longest, String lock, String detail) {
        return new LiveSite(
                name,
                new SiteKey(name, name, "java.lang.Thread.sleep"),
                detail.isEmpty() ? CauseKind.SYNCHRONIZED_BLOCK : CauseKind.UNKNOWN,
                detail.isEmpty() ? name + ":57" : "",
                lock,
                detail,
                new Sum(pins, millis * MILLIS, longest * MILLIS),
                2,
                List.of(
                        "java.lang.VirtualThread.parkOnCarrierThread",
                        "java.lang.Thread.sleep",
                        name + ":57",
                        "com.acme.Main.lambda$run$0:12",
                        "(truncated at 4 frames)"));
    }

    private static List<LiveMemory.Category> categories() {
        List<String> names = List.of(
                "Java Heap",
                "Metaspace",
                "Code",
                "GC",
                "Thread",
                "Tracing",
                "Native Memory Tracking",
                "Symbol",
                "Other");
        return IntStream.range(0, names.size())
                .mapToObj(i ->
                        new LiveMemory.Category(names.get(i), (900 >> i) * MB, (300 >> i) * MB, history(20, 11 + i)))
                .toList();
    }

    private static List<Double> history(int values, int step) {
        return DoubleStream.iterate(5, last -> (last * 7 + step) % 101)
                .limit(values)
                .boxed()
                .toList();
    }
}
