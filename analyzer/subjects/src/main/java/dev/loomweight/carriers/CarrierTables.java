package dev.loomweight.carriers;

import dev.loomweight.pinning.PinnedTime;
import dev.loomweight.report.Among;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import java.util.ArrayList;
import java.util.List;

/** The tables of where the carriers' time went. */
final class CarrierTables {

    private static final String KERNEL = "kernel (schedstat)";
    private static final String NO_KERNEL = "the kernel's figures of these carriers are missing";

    /** The sites of pins that the table names; the others are summed up. */
    private static final int MOST_SITES = 5;

    private static final int MOST_THREADS = 10;

    /**
     * A part of the carriers' time.
     *
     * @param of the whole
     * @param estimated whether it comes from looks, so that it has an error
     * @param source where it comes from
     */
    private record Line(Role role, String words, long nanos, CarrierBalance of, boolean estimated, String source) {}

    private static final Rows<Line> LINES = Rows.of(Line.class)
            .roles(Line::role)
            .text("part", "Part", Line::words)
            .nanos("time", "Time", Line::nanos)
            .ratio("share", "Share", line -> line.of.share(line.nanos))
            .bar()
            .ratio("error", "\u00b1 (95 %)", line -> line.of.share(line.of.errorNanos()))
            .where(Line::estimated)
            .text("source", "Source", Line::source)
            .brief("part", "time", "share", "error");

    private record Carrier(String name, CarrierSums.Group sums) {

        private boolean isMeasured() {
            return sums.isMeasured();
        }
    }

    private static final Rows<Carrier> CARRIERS = Rows.of(Carrier.class)
            .text("carrier", "Carrier (kernel's thread id)", Carrier::name)
            .nanos("existed", "Existed", carrier -> carrier.sums.wallNanos())
            .nanos("running", "Running", carrier -> carrier.sums.runNanos())
            .where(Carrier::isMeasured, NO_KERNEL)
            .bar()
            .nanos("waiting", "Waiting for a processor", carrier -> carrier.sums.waitNanos())
            .where(Carrier::isMeasured, NO_KERNEL)
            .count("looks", "Looks", carrier -> carrier.sums.looks())
            .count("blocked", "of which blocked", carrier -> carrier.sums.mounted())
            .count("idle", "of which idle", carrier -> carrier.sums.idle())
            .top(MOST_THREADS);

    private CarrierTables() {}

    /** The table that adds up. */
    static Table time(CarrierProcess process, Among among) {
        CarrierBalance balance = process.balance();
        List<Line> rows = new ArrayList<>();
        if (balance.sums().measured.wallNanos() > 0) {
            rows.add(row(balance, "Running Java or native code", balance.runNanos(), KERNEL));
            rows.add(row(balance, "Waiting for a processor", balance.waitNanos(), KERNEL));
            throttled(process, rows);
        }
        if (balance.runOrWaitNanos() > 0 || balance.sums().looked.decided() > 0) {
            rows.add(row(
                    balance,
                    "Running, or waiting for a processor",
                    balance.runOrWaitNanos(),
                    looks(balance.sums().looked.decided()) + "; " + NO_KERNEL));
        }
        if (!balance.sums().stopsBy().isEmpty()) {
            rows.add(row(
                    balance,
                    "Stopped by the JVM: GC, other safepoints",
                    balance.stoppedNanos(),
                    balance.sums().stopsBy()));
        }
        boolean looked =
                balance.sums().measured.mounted() + balance.sums().measured.idle() > 0
                        || balance.sums().looked.decided() > 0;
        if (looked || balance.blockedNanos() > 0) {
            blocked(process, rows, looked);
        }
        if (looked) {
            rows.add(estimate(
                    balance, Role.PLAIN, "Idle, no virtual thread mounted", balance.idleNanos(), looks(balance)));
        }
        if (balance.blockedOrIdleNanos() > 0) {
            rows.add(row(
                    balance,
                    looked ? "Blocked or idle, not looked at" : "Blocked while mounted, or idle",
                    balance.blockedOrIdleNanos(),
                    "the rest; no looks divide it"));
        }
        if (balance.unknownNanos() > 0) {
            rows.add(row(
                    balance,
                    "Unknown: running, waiting, blocked or idle",
                    balance.unknownNanos(),
                    "neither kernel's figures nor looks"));
        }
        if (balance.sums().missingNanos() > 0) {
            rows.add(row(
                    balance,
                    "No carrier: the pool was smaller than its parallelism",
                    balance.sums().missingNanos(),
                    "parallelism less carriers seen"));
        }
        if (balance.sums().unseenNanos() > 0) {
            rows.add(row(
                    balance,
                    "Not observed: before a carrier began, or between readings",
                    balance.sums().unseenNanos(),
                    "the rest"));
        }
        total(process, rows);
        return LINES.table(
                among.id("time"),
                among.words("Where the carriers' time went"),
                rows,
                CarrierSentences.footnotes(process));
    }

    private static void throttled(CarrierProcess process, List<Line> rows) {
        CarrierBalance balance = process.balance();
        if (balance.sums().throttledNanos() < 0) {
            return;
        }
        long most = balance.throttledAtMostNanos(process.mostCarriers());
        rows.add(new Line(Role.PART, "throttled by the control group, at most", most, balance, false, "cpu.stat"));
    }

    private static void blocked(CarrierProcess process, List<Line> rows, boolean looked) {
        CarrierBalance balance = process.balance();
        CarrierPins pins = process.pins();
        String source = looked ? looks(balance) : "JFR";
        if (!pins.recorded()) {
            rows.add(estimate(
                    balance,
                    Role.PLAIN,
                    "Blocked while mounted: pinned, or in native code",
                    balance.blockedNanos(),
                    source + "; no recording of pins divides it"));
            return;
        }
        rows.add(estimate(balance, Role.PLAIN, "Blocked while mounted", balance.blockedNanos(), source));
        if (balance.pinnedNanos() > 0) {
            pinned(balance, pins.time(), rows);
        }
        if (looked) {
            rows.add(estimate(
                    balance,
                    Role.PART,
                    "other: native code, file I/O; the remainder",
                    balance.otherNanos(),
                    "blocked less pinned"));
        }
    }

    /** By site; as far as the pins exceed what is off the processor, all of them are shown in proportion. */
    private static void pinned(CarrierBalance balance, PinnedTime time, List<Line> rows) {
        double scale = time.nanos() == 0 ? 0 : (double) balance.pinnedNanos() / time.nanos();
        List<PinnedTime.OfSite> sites = time.sites();
        long named = 0;
        for (PinnedTime.OfSite site : sites.subList(0, Math.min(MOST_SITES, sites.size()))) {
            long nanos = Math.round(site.nanos() * scale);
            named += nanos;
            rows.add(pinned(balance, site.name() + " (" + site.cause() + ")", nanos));
        }
        long rest = balance.pinnedNanos() - named;
        if (sites.size() > MOST_SITES || time.shortNanos() > 0) {
            String words =
                    sites.size() > MOST_SITES ? (sites.size() - MOST_SITES) + " more sites" : "short pins, not by site";
            rows.add(pinned(balance, words, rest));
        }
    }

    private static Line pinned(CarrierBalance balance, String words, long nanos) {
        return new Line(Role.PART, "pinned: " + words, nanos, balance, false, "JFR, pins of this time");
    }

    private static void total(CarrierProcess process, List<Line> rows) {
        CarrierBalance balance = process.balance();
        CarrierSums sums = balance.sums();
        String wall = Amounts.time(process.stretches().wallNanos());
        long parallelism = sums.parallelism();
        String of = parallelism > 0
                ? Amounts.count(parallelism, "carrier x ", "carriers x ") + wall
                : "carriers, over " + wall;
        boolean added = sums.addedNanos() > 0;
        String all = added ? "All carriers, with those that were added" : "All: " + of;
        rows.add(new Line(Role.TOTAL, all, balance.totalNanos(), balance, false, ""));
        if (added) {
            rows.add(new Line(
                    Role.TOTAL,
                    "of which " + of,
                    balance.totalNanos() - sums.addedNanos(),
                    balance,
                    false,
                    "parallelism"));
            rows.add(new Line(
                    Role.TOTAL,
                    "of which added while others were blocked",
                    sums.addedNanos(),
                    balance,
                    false,
                    "carriers seen, less parallelism"));
        }
    }

    private static Line row(CarrierBalance balance, String words, long nanos, String source) {
        return new Line(Role.PLAIN, words, nanos, balance, false, source);
    }

    private static Line estimate(CarrierBalance balance, Role role, String words, long nanos, String source) {
        return new Line(role, words, nanos, balance, true, source);
    }

    private static String looks(CarrierBalance balance) {
        CarrierSums sums = balance.sums();
        return looks(sums.measured.mounted() + sums.measured.idle() + sums.looked.mounted() + sums.looked.idle());
    }

    private static String looks(long looks) {
        return Amounts.count(looks, "look");
    }

    /** The carriers one by one, the busiest first. */
    static Table threads(CarrierProcess process, Among among) {
        return CARRIERS.table(
                among.id("carriers"),
                among.words("Carriers, busiest first"),
                CarrierSums.byCarrier(process.stretches()).stream()
                        .map(carrier -> new Carrier(carrier.getKey(), carrier.getValue()))
                        .toList());
    }
}
