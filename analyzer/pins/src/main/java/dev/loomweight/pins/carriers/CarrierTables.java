package dev.loomweight.pins.carriers;

import dev.loomweight.amount.Quantity;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.pins.pinning.PinnedTime;
import dev.loomweight.report.Among;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Role;
import dev.loomweight.sample.StackEvents.CpuTimeSample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The tables of where the carriers' time went, and of what ran on them, by the JVM's samples. */
final class CarrierTables {

    private static final String KERNEL = "kernel (schedstat)";
    private static final String NO_KERNEL = "the kernel's figures of these carriers are missing";

    private static final String NO_TIME = "these samples have no processor time, and the kernel's figure is missing";

    /** The sites of pins that the table names; the others are summed up. */
    private static final int MAX_SITES = 5;

    private static final int MAX_RAN_ROWS = 10;

    private static final int MAX_THREADS = 10;

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

    private record Carrier(String name, BalanceSums.Group sums) {

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
            .top(MAX_THREADS);

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
        if (looked || balance.off().blockedNanos() > 0) {
            blocked(process, rows, looked);
        }
        if (looked) {
            rows.add(estimate(
                    balance,
                    Role.PLAIN,
                    "Idle, no virtual thread mounted",
                    balance.off().idleNanos(),
                    looks(balance)));
        }
        if (balance.off().blockedOrIdleNanos() > 0) {
            rows.add(row(
                    balance,
                    looked ? "Blocked or idle, not looked at" : "Blocked while mounted, or idle",
                    balance.off().blockedOrIdleNanos(),
                    "the rest; no looks divide it"));
        }
        if (balance.off().unknownNanos() > 0) {
            rows.add(row(
                    balance,
                    "Unknown: running, waiting, blocked or idle",
                    balance.off().unknownNanos(),
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
        if (!balance.sums().throttledNanos().isKnown()) {
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
                    balance.off().blockedNanos(),
                    source + "; no recording of pins divides it"));
            return;
        }
        rows.add(estimate(
                balance, Role.PLAIN, "Blocked while mounted", balance.off().blockedNanos(), source));
        if (balance.off().pinnedNanos() > 0) {
            pinned(balance, pins.time(), rows);
        }
        if (looked) {
            rows.add(estimate(
                    balance,
                    Role.PART,
                    "other: native code, file I/O; the remainder",
                    balance.off().otherNanos(),
                    "blocked less pinned"));
        }
    }

    /** By site; as far as the pins exceed what is off the processor, all of them are shown in proportion. */
    private static void pinned(CarrierBalance balance, PinnedTime time, List<Line> rows) {
        double scale = time.nanos() == 0 ? 0 : (double) balance.off().pinnedNanos() / time.nanos();
        List<PinnedTime.OfSite> sites = time.sites();
        long named = 0;
        for (PinnedTime.OfSite site : sites.subList(0, Math.min(MAX_SITES, sites.size()))) {
            long nanos = Math.round(site.nanos() * scale);
            named += nanos;
            rows.add(pinned(balance, site.name() + " (" + site.cause() + ")", nanos));
        }
        long rest = balance.off().pinnedNanos() - named;
        if (sites.size() > MAX_SITES || time.shortNanos() > 0) {
            String words =
                    sites.size() > MAX_SITES ? (sites.size() - MAX_SITES) + " more sites" : "short pins, not by site";
            rows.add(pinned(balance, words, rest));
        }
    }

    private static Line pinned(CarrierBalance balance, String words, long nanos) {
        return new Line(Role.PART, "pinned: " + words, nanos, balance, false, "JFR, pins of this time");
    }

    private static void total(CarrierProcess process, List<Line> rows) {
        CarrierBalance balance = process.balance();
        BalanceSums sums = balance.sums();
        String wall = Amounts.time(process.stretches().wallNanos());
        Quantity parallelism = sums.parallelism();
        String of = parallelism.isKnown()
                ? Amounts.count(parallelism.known(), "carrier x ", "carriers x ") + wall
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
        BalanceSums sums = balance.sums();
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
                BalanceSums.byCarrier(process.stretches()).stream()
                        .map(carrier -> new Carrier(carrier.getKey(), carrier.getValue()))
                        .toList());
    }

    /** What ran, by processor time, or by the samples of Java code. */
    static Table ran(CarrierProcess process, Among among) {
        RanSites ran = process.ran();
        long total = process.ranNanos();
        return ran(
                among.id("ran"),
                among.words(ranTitle(ran)),
                ran,
                ranNotes(process),
                rows -> rows.nanos("time", "Processor time", site -> Math.round(total * ran.part(site)))
                        .where(site -> total > 0, NO_TIME)
                        .ratio("share", "Share", ran::part));
    }

    private static String ranTitle(RanSites ran) {
        return ran.kind() == SampledStacks.Kind.PROCESSOR_TIME
                ? "What ran on carriers, by processor time"
                : "What ran on carriers, by samples of Java code";
    }

    /** What ran in native code, by its samples. */
    static Table inNative(CarrierProcess process, Among among) {
        RanSites sites = process.inNative();
        return ran(
                among.id("inNative"),
                among.words("In native code on carriers, running or blocked there"),
                sites,
                List.of("By " + sites.kind().event() + ": shares of these samples, not of the carriers' time."),
                rows -> rows.ratio("share", "Share", site -> sites.share(site).value()));
    }

    /** @param share adds the column of shares, and what precedes it */
    private static Table ran(
            String id, String title, RanSites sites, List<String> notes, UnaryOperator<Rows<RanSites.Site>> share) {
        Rows<RanSites.Site> named = Rows.of(RanSites.Site.class)
                .text("site", "Site", RanSites.Site::label)
                .text("called", "In", site -> CodePlace.methodOf(site.what().called()))
                .text("caller", "Called by", site -> site.what().caller());
        return share.apply(named)
                .bar()
                .ratio("error", "\u00b1 (95 %)", site -> sites.share(site).error())
                .count("samples", "Samples", RanSites.Site::count)
                .top(MAX_RAN_ROWS)
                .brief("site", "share", "called", "caller")
                .table(id, title, sites.sites(), notes);
    }

    private static List<String> ranNotes(CarrierProcess process) {
        RanSites ran = process.ran();
        List<String> notes = new ArrayList<>();
        if (ran.kind() == SampledStacks.Kind.PROCESSOR_TIME) {
            SampledStacks samples = process.samples();
            notes.add("By " + CpuTimeSample.EVENT + ": " + samples.failed() + " without a stack because it could not be"
                    + " walked, " + samples.lost() + " lost, " + samples.biased()
                    + " with the stack of the next safepoint.");
        } else {
            notes.add(
                    "By " + ran.kind().event() + ", which samples Java code alone, at safepoints or between them; from"
                            + " JDK 25 on Linux, " + CpuTimeSample.EVENT + " also has native code.");
        }
        if (ran.areFew()) {
            notes.add("Only " + ran.count() + " samples: too few to say what usually ran.");
        }
        return notes;
    }
}
