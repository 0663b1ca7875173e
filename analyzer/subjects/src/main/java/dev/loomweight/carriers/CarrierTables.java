package dev.loomweight.carriers;

import dev.loomweight.pinning.PinnedTime;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Cell;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Role;
import dev.loomweight.report.Table.Row;
import java.util.ArrayList;
import java.util.List;

/** The tables of where the carriers' time went. */
final class CarrierTables {

    private static final Cell NONE = Cell.text("");
    private static final String KERNEL = "kernel (schedstat)";
    private static final String NO_KERNEL = "the kernel's figures of these carriers are missing";

    /** The sites of pins that the table names; the others are summed up. */
    private static final int MOST_SITES = 5;

    private static final int MOST_THREADS = 10;

    private CarrierTables() {}

    /** The table that adds up. */
    static Table time(CarrierProcess process, String prefix, String suffix) {
        CarrierBalance balance = process.balance();
        List<Row> rows = new ArrayList<>();
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
        return new Table(
                "time" + suffix,
                prefix + "Where the carriers' time went",
                List.of(
                        Column.of("part", "Part"),
                        Column.of("time", "Time"),
                        new Column("share", "Share", true),
                        Column.of("error", "\u00b1 (95 %)"),
                        Column.of("source", "Source")),
                rows,
                CarrierSentences.footnotes(process),
                Table.ALL,
                List.of("part", "time", "share", "error"));
    }

    private static void throttled(CarrierProcess process, List<Row> rows) {
        CarrierBalance balance = process.balance();
        if (balance.sums().throttledNanos() < 0) {
            return;
        }
        long most = balance.throttledAtMostNanos(process.mostCarriers());
        rows.add(new Row(
                Role.PART,
                List.of(
                        Cell.text("throttled by the control group, at most"),
                        new Cell.Nanos(most),
                        new Cell.Ratio(balance.share(most)),
                        NONE,
                        Cell.text("cpu.stat"))));
    }

    private static void blocked(CarrierProcess process, List<Row> rows, boolean looked) {
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
    private static void pinned(CarrierBalance balance, PinnedTime time, List<Row> rows) {
        double scale = time.nanos() == 0 ? 0 : (double) balance.pinnedNanos() / time.nanos();
        List<PinnedTime.OfSite> sites = time.sites();
        long named = 0;
        for (PinnedTime.OfSite site : sites.subList(0, Math.min(MOST_SITES, sites.size()))) {
            long nanos = Math.round(site.nanos() * scale);
            named += nanos;
            rows.add(part(balance, "pinned: " + site.name() + " (" + site.cause() + ")", nanos));
        }
        long rest = balance.pinnedNanos() - named;
        if (sites.size() > MOST_SITES || time.shortNanos() > 0) {
            String words = sites.size() > MOST_SITES
                    ? "pinned: " + (sites.size() - MOST_SITES) + " more sites"
                    : "pinned: short pins, not by site";
            rows.add(part(balance, words, rest));
        }
    }

    private static Row part(CarrierBalance balance, String words, long nanos) {
        return new Row(
                Role.PART,
                List.of(
                        Cell.text(words),
                        new Cell.Nanos(nanos),
                        new Cell.Ratio(balance.share(nanos)),
                        NONE,
                        Cell.text("JFR, pins of this time")));
    }

    private static void total(CarrierProcess process, List<Row> rows) {
        CarrierBalance balance = process.balance();
        CarrierSums sums = balance.sums();
        String wall = Amounts.time(process.stretches().wallNanos());
        long parallelism = sums.parallelism();
        String of = parallelism > 0
                ? Amounts.count(parallelism) + (parallelism == 1 ? " carrier x " : " carriers x ") + wall
                : "carriers, over " + wall;
        boolean added = sums.addedNanos() > 0;
        rows.add(new Row(
                Role.TOTAL,
                List.of(
                        Cell.text(added ? "All carriers, with those that were added" : "All: " + of),
                        new Cell.Nanos(balance.totalNanos()),
                        new Cell.Ratio(balance.totalNanos() == 0 ? 0 : 1),
                        NONE,
                        Cell.text(""))));
        if (added) {
            rows.add(new Row(
                    Role.TOTAL,
                    List.of(
                            Cell.text("of which " + of),
                            new Cell.Nanos(balance.totalNanos() - sums.addedNanos()),
                            new Cell.Ratio(balance.share(balance.totalNanos() - sums.addedNanos())),
                            NONE,
                            Cell.text("parallelism"))));
            rows.add(new Row(
                    Role.TOTAL,
                    List.of(
                            Cell.text("of which added while others were blocked"),
                            new Cell.Nanos(sums.addedNanos()),
                            new Cell.Ratio(balance.share(sums.addedNanos())),
                            NONE,
                            Cell.text("carriers seen, less parallelism"))));
        }
    }

    private static Row row(CarrierBalance balance, String words, long nanos, String source) {
        return Row.of(
                Cell.text(words), new Cell.Nanos(nanos), new Cell.Ratio(balance.share(nanos)), NONE, Cell.text(source));
    }

    private static Row estimate(CarrierBalance balance, Role role, String words, long nanos, String source) {
        return new Row(
                role,
                List.of(
                        Cell.text(words),
                        new Cell.Nanos(nanos),
                        new Cell.Ratio(balance.share(nanos)),
                        new Cell.Ratio(balance.share(balance.errorNanos())),
                        Cell.text(source)));
    }

    private static String looks(CarrierBalance balance) {
        CarrierSums sums = balance.sums();
        return looks(sums.measured.mounted() + sums.measured.idle() + sums.looked.mounted() + sums.looked.idle());
    }

    private static String looks(long looks) {
        return Amounts.count(looks, "look");
    }

    /** The carriers one by one, the busiest first. */
    static Table threads(CarrierProcess process, String prefix, String suffix) {
        List<Row> rows = CarrierSums.byCarrier(process.stretches()).stream()
                .map(carrier -> thread(carrier.getKey(), carrier.getValue()))
                .toList();
        return new Table(
                "carriers" + suffix,
                prefix + "Carriers, busiest first",
                List.of(
                        Column.of("carrier", "Carrier (kernel's thread id)"),
                        Column.of("existed", "Existed"),
                        new Column("running", "Running", true),
                        Column.of("waiting", "Waiting for a processor"),
                        Column.of("looks", "Looks"),
                        Column.of("blocked", "of which blocked"),
                        Column.of("idle", "of which idle")),
                rows,
                List.of(),
                MOST_THREADS);
    }

    private static Row thread(String name, CarrierSums.Group sums) {
        return Row.of(
                Cell.text(name),
                new Cell.Nanos(sums.wallNanos()),
                sums.isMeasured() ? new Cell.Nanos(sums.runNanos()) : Cell.absent(NO_KERNEL),
                sums.isMeasured() ? new Cell.Nanos(sums.waitNanos()) : Cell.absent(NO_KERNEL),
                Cell.count(sums.looks()),
                Cell.count(sums.mounted()),
                Cell.count(sums.idle()));
    }
}
