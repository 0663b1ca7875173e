package dev.loomweight.threads.waits;

import dev.loomweight.jvm.CodePlace;
import dev.loomweight.report.Among;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Place;
import dev.loomweight.report.Rows;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.ThreadRef;
import dev.loomweight.sample.state.WaitParts.One;
import dev.loomweight.threads.waits.WaitSites.At;
import dev.loomweight.threads.waits.WaitTimesReading.LongWait;
import dev.loomweight.threads.waits.WaitTimesReading.OfProcess;
import dev.loomweight.threads.waits.WaitTimesReading.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Traced waits in words and tables. */
final class WaitTimesWords {

    private static final int MAX_ROWS = 10;
    private static final int MAX_FINDINGS = 5;

    private static final Rows<Site> SITES = Rows.of(Site.class)
            .text("doing", "Waits for", site -> what(site.at()))
            .text("site", "Waits at", site -> Objects.toString(site.at().place(), ""))
            .count("waits", "Waits", Site::count)
            .nanos("total", "Total", Site::nanos)
            .bar()
            .nanos("p50", "p50", site -> site.times().percentileNanos(50))
            .nanos("p99", "p99", Site::p99Nanos)
            .nanos("longest", "Longest", site -> site.times().maxNanos())
            .count("threads", "Threads", Site::threads)
            .top(MAX_ROWS)
            .brief("doing", "site", "waits", "total", "p99");

    private static final Rows<LongWait> LONGEST = Rows.of(LongWait.class)
            .nanos("lasted", "Lasted", wait -> wait.one().nanos())
            .time("began", "Began", wait -> EpochNanos.toInstant(wait.one().beganNanos()))
            .text("thread", "Thread", wait -> thread(wait.one()))
            .text("doing", "Waited for", wait -> wait.at().kind().words())
            .text("site", "Waited at", wait -> Objects.toString(wait.at().place(), ""))
            .top(MAX_ROWS)
            .brief("lasted", "doing", "site");

    private WaitTimesWords() {}

    /** The sentences on a process, the most important first. */
    static List<String> sentences(OfProcess process) {
        List<String> sentences = new ArrayList<>();
        sentences.add(Amounts.count(process.count(), "wait") + " of virtual threads" + above(process) + ", "
                + Amounts.time(process.nanos()) + " together"
                + process.sites().stream()
                        .filter(Site::isForOthers)
                        .findFirst()
                        .map(most ->
                                "; the most for " + thing(most.at()) + where(most.at()) + ": " + inShort(most, process))
                        .orElse("")
                + ".");
        sentences.add(
                "A wait lasts until the thread runs again: waiting for a carrier is in it. Waits to enter a monitor, and"
                        + " those that had not ended, are not in it" + shorter(process) + ".");
        return sentences;
    }

    /** The tables of a process. */
    static List<Block> tables(Among among, OfProcess process) {
        List<Site> forOthers =
                process.sites().stream().filter(Site::isForOthers).toList();
        List<Site> idle =
                process.sites().stream().filter(site -> !site.isForOthers()).toList();
        String above = above(process);
        List<Block> blocks = new ArrayList<>();
        SITES.some(among.id("traced"), among.words("Waits for other threads and peers" + above), forOthers)
                .ifPresent(blocks::add);
        SITES.some(among.id("tracedIdle"), among.words("Waits for the clock or for work" + above), idle)
                .ifPresent(blocks::add);
        LONGEST.some(among.id("longest"), among.words("The longest waits"), process.longest())
                .ifPresent(blocks::add);
        return blocks;
    }

    /** The findings on sites at which threads wait much for what others have. */
    static List<Finding> findings(String prefix, OfProcess process) {
        return process.notable().stream()
                .limit(MAX_FINDINGS)
                .map(site -> finding(prefix, process, site))
                .toList();
    }

    private static Finding finding(String prefix, OfProcess process, Site site) {
        return new Finding(
                "longWaits",
                site.at().kind().isContention() ? Severity.WARNING : Severity.INFO,
                prefix + "Virtual threads waited " + Amounts.time(site.nanos()) + " for " + thing(site.at())
                        + where(site.at()) + ": " + inShort(site, process) + ".",
                "In " + Amounts.time(process.coveredNanos()) + ", " + Amounts.count(site.threads(), "thread")
                        + ": on average " + Amounts.times((double) site.nanos() / Math.max(1, process.coveredNanos()))
                        + " waited at once.",
                solution(site.at().kind()),
                place(site.at().place()));
    }

    private static String solution(Doing kind) {
        return switch (kind) {
            case POOL -> "Return objects sooner, or make the pool larger if what it connects to bears more.";
            case PERMIT -> "If the semaphore limits a resource: hold permits for less time, or give it more.";
            case INITIALIZATION -> "Initialize the class before load comes, and let its initializer wait for nothing.";
            case RESULT -> "Look at what computes the result, which is where the time goes.";
            case IO ->
                "Look at the peer, and give the call a time limit; a connection that is merely idle waits so, too.";
            case READY -> "The carriers were busy: see loomweight carriers.";
            default -> "Hold it for less time, without waiting for anything meanwhile, or divide what it guards.";
        };
    }

    private static @Nullable Place place(@Nullable CodePlace at) {
        return at == null ? null : new Place(at.className(), at.methodName(), at.line(), null);
    }

    private static String inShort(Site site, OfProcess process) {
        return Amounts.count(site.count(), "wait") + above(process) + ", p99 of these " + Amounts.time(site.p99Nanos())
                + ", the longest " + Amounts.time(site.times().maxNanos());
    }

    /** The length that waits must have to be known, as the end of a name. */
    private static String above(OfProcess process) {
        long threshold = process.threshold().orElse(0);
        return threshold > 0 ? " of " + Amounts.time(threshold) + " and more" : "";
    }

    private static String shorter(OfProcess process) {
        long threshold = process.threshold().orElse(0);
        return threshold > 0 ? "; of waits shorter than " + Amounts.time(threshold) + " there may be any number" : "";
    }

    /** Where it is waited, after what for; empty without a stack. */
    static String where(At at) {
        return at.place() == null ? "" : " at " + at.place();
    }

    /** What is waited for, in tables. */
    static String what(At at) {
        return at.type().isEmpty() ? at.kind().words() : at.kind().words() + " " + at.type();
    }

    /** What is waited for, in sentences. */
    static String thing(At at) {
        return switch (at.kind()) {
            case RESULT -> "the results of other threads";
            case IO -> "input or output";
            case READY -> "a carrier after a yield";
            default -> at.kind().named(at.type());
        };
    }

    private static String thread(One wait) {
        return new ThreadRef(wait.thread(), wait.name(), 0, true).words();
    }
}
