package dev.loomweight.pins.pinning;

import dev.loomweight.bytecode.Code;
import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.kernel.coverage.EventWords;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.pins.scheduler.FullWindows;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The findings of {@link PinAnalysis} and {@link HeldNow}: what to act on, and what is not in the recordings. */
final class PinFindings {

    private static final int MAX_NAMES = 3;
    private static final int MAX_FINDINGS_OF_WINDOWS = 2;

    /** Waiting for a carrier for less than a millisecond is as common as being descheduled by the kernel. */
    private static final long NOTABLE_NANOS = 1_000_000;

    private PinFindings() {}

    /**
     * The sites; those whose holder is unknown are one finding, in its place by cost.
     *
     * @param alike what sets sites apart
     */
    static List<Finding> sites(
            List<PinSite> known, AlikeSites alike, PinSummary summary, Code code, SiteSentences sentences) {
        List<Finding> findings = new ArrayList<>();
        List<PinSite> open = new ArrayList<>();
        Sum sum = Sum.NONE;
        for (PinSite site : summary.sites()) {
            if (site.diagnosis().needsClassFile()) {
                open.add(site);
                sum = sum.plus(site.sum());
            }
        }
        long total = Math.max(1, summary.total().nanos());
        boolean said = open.isEmpty();
        for (PinSite site : known) {
            if (!said && sum.nanos() > site.sum().nanos()) {
                findings.add(holdersUnknown(open, sum, sentences));
                said = true;
            }
            findings.add(site(site, total, code, sentences, alike));
        }
        if (!said) {
            findings.add(holdersUnknown(open, sum, sentences));
        }
        return findings;
    }

    private static Finding holdersUnknown(List<PinSite> open, Sum sum, SiteSentences sentences) {
        List<String> names = open.stream().map(PinSite::shortName).distinct().toList();
        List<String> missing = withoutClassFile(open);
        boolean few = missing.size() <= MAX_NAMES;
        return new Finding(
                "pinHoldersUnknown",
                Severity.WARNING,
                "The holder is unknown for " + Amounts.count(sum.count(), "pin") + ", " + Amounts.time(sum.nanos())
                        + ", for want of "
                        + (few
                                ? (missing.size() == 1 ? "the class file" : "class files") + " of "
                                        + String.join(", ", missing)
                                : "class files")
                        + "; seen in " + Amounts.names(names, names.size(), MAX_NAMES) + ".",
                "A recording shows synchronized methods; synchronized blocks are in the class files only.",
                sentences.classFiles(open)
                        + (few && !sentences.isOfMadeClasses(open)
                                ? " A class that is made at run time, such as a script's or a mock's, has no class file:"
                                        + " nothing shows what it holds."
                                : ""));
    }

    /**
     * The classes on the stacks of these sites that have no class file; those of the JDK only where there are no
     * others.
     */
    private static List<String> withoutClassFile(List<PinSite> open) {
        Set<String> own = new TreeSet<>();
        Set<String> ofJdk = new TreeSet<>();
        for (PinSite site : open) {
            for (StackLines lines : site.stacks().keySet()) {
                for (int i : site.undecided(lines)) {
                    String name = lines.stack().frames().get(i).stableClassName();
                    (JvmNames.isJdk(name) ? ofJdk : own).add(name);
                }
            }
        }
        return List.copyOf(own.isEmpty() ? ofJdk : own);
    }

    private static Finding site(PinSite site, long totalNanos, Code code, SiteSentences sentences, AlikeSites alike) {
        Sum sum = site.sum();
        double share = (double) sum.nanos() / totalNanos;
        return new Finding(
                        "pinSite",
                        Severity.WARNING,
                        alike.in(sentences.summary(site), site),
                        Amounts.count(sum.count(), "pin") + " of "
                                + Amounts.count(site.figures().threads(), "thread") + ", "
                                + Amounts.time(sum.nanos()) + " in total, the longest "
                                + Amounts.time(sum.maxNanos()) + "; " + Amounts.percent(share) + " of all pinned time."
                                + MonitorTable.sentence(site),
                        sentences.solution(site),
                        site.place(code::sourceFile))
                .ofRow();
    }

    /** All carriers were pinned at once, or as many as the scheduler runs. */
    static Finding starved(String prefix, PinSummary.OfProcess process, StarvedWindows starvation) {
        FullWindows.Total least = starvation.least();
        FullWindows.Total most = starvation.most();
        String worst = inWindows(starvation);
        String remedy = "Remove what pins there; until then, add carriers: -Djdk.virtualThreadScheduler.parallelism=N";
        long carriers = process.parallelism().carriers().known();
        if (least.nanos() == 0) {
            return new Finding(
                    "carriersPossiblyStarved",
                    most.longestNanos() < NOTABLE_NANOS ? Severity.INFO : Severity.WARNING,
                    prefix + "As many carriers were pinned at once as the scheduler runs (" + carriers
                            + "), so that other virtual threads may have waited: " + words("at most ", most) + ".",
                    "Whether others could run meanwhile is not known: " + growth(process.addsCarriers()) + ". " + worst,
                    remedy + ".");
        }
        long more = most.nanos() - least.nanos();
        return new Finding(
                "carriersStarved",
                least.longestNanos() < NOTABLE_NANOS ? Severity.INFO : Severity.PROBLEM,
                prefix + all(starvation.found()) + ", so that no other virtual thread could run: "
                        + words(more > 0 ? "at least " : "", least) + ".",
                (more > 0
                                ? "For another " + Amounts.time(more)
                                        + ", as many carriers were pinned as the scheduler runs (" + carriers
                                        + "); whether others could run then is not known: "
                                        + growth(process.addsCarriers()) + ". "
                                : "")
                        + worst,
                remedy + " and, where it is set, -Djdk.virtualThreadScheduler.maxPoolSize=N.");
    }

    /** Who was pinned in the windows, and how much of the time: of all of them, or of those that are listed. */
    private static String inWindows(StarvedWindows starvation) {
        Map<String, Long> names = starvation.byName();
        double all = Math.max(1, names.values().stream().reduce(0L, Sum::together));
        List<String> parts = new ArrayList<>();
        double rest = all;
        for (Map.Entry<String, Long> name : names.entrySet()) {
            if (parts.size() < MAX_FINDINGS_OF_WINDOWS) {
                parts.add(Amounts.percent(name.getValue() / all)
                        + (parts.isEmpty() ? " is from " : " from ")
                        + name.getKey());
                rest -= name.getValue();
            }
        }
        int more = names.size() - parts.size();
        if (more > 0) {
            parts.add(Amounts.percent(rest / all) + " from " + Amounts.count(more, "other place"));
        }
        return "Of the time that threads were pinned "
                + (starvation.isOfAll()
                        ? "in these windows"
                        : "in the longest " + Amounts.count(starvation.longest().size(), "window"))
                + ", " + String.join(", ", parts) + ".";
    }

    private static String all(FullWindows found) {
        return found.mostFull() == 1
                ? "The only carrier was pinned"
                : "All carriers (" + (found.leastFull() == found.mostFull() ? "" : found.leastFull() + " to ")
                        + found.mostFull() + ") were pinned at once";
    }

    private static String words(String bound, FullWindows.Total total) {
        return total.windows() == 1
                ? bound + "once, for " + Amounts.time(total.nanos())
                : bound + Amounts.count(total.windows()) + " times, " + Amounts.time(total.nanos())
                        + " in total, the longest " + Amounts.time(total.longestNanos());
    }

    private static String growth(boolean forWaits) {
        return "the JVM can add carriers, for " + (forWaits ? "Object.wait and file access" : "some file access")
                + ", and nothing recorded shows that it had not";
    }

    /** What is missing in the inputs. */
    static List<Finding> of(Coverage coverage) {
        List<Finding> findings = new ArrayList<>();
        PinAnalysis.WORDS.forEach(coverage, (recording, event) -> {
            if (event.state() == State.OFF) {
                findings.add(off(recording));
            } else if (event.state().isOn()) {
                add(findings, recording, event);
            }
        });
        return findings;
    }

    private static void add(List<Finding> findings, String recording, OfEvent event) {
        if (event.ofStacks().truncated() > 0) {
            findings.add(new Finding(
                            "pinStacksCut",
                            Severity.WARNING,
                            recording + EventWords.truncated(event) + ".",
                            "Their outer frames were not recorded, so the frame that pins can be missing.",
                            "Record with a larger stack depth: -XX:FlightRecorderOptions:stackdepth=256.")
                    .ofInputs());
        }
        if (event.count() > 0 && (!event.ofStacks().stacks() || event.ofStacks().withoutStack() > 0)) {
            long missing = event.ofStacks().stacks() ? event.ofStacks().withoutStack() : event.count();
            findings.add(new Finding(
                            "pinStacksMissing",
                            Severity.WARNING,
                            recording + missing + " of " + event.count() + " pins have no stack.",
                            event.ofStacks().stacks()
                                    ? "Stacks were on; why these have none is not recorded."
                                    : "The recording was made without stacks for this event.",
                            event.ofStacks().stacks() ? "" : "Record with jdk.VirtualThreadPinned#stackTrace=true.")
                    .ofInputs());
        }
        Duration threshold = event.threshold();
        if (threshold != null && threshold.isPositive()) {
            findings.add(new Finding(
                            "pinThreshold",
                            Severity.INFO,
                            recording + "Pins shorter than " + EventWords.length(threshold)
                                    + " are not in this recording.",
                            "The threshold of jdk.VirtualThreadPinned; 20 ms is the JDK's default.",
                            "To see them all, record with jdk.VirtualThreadPinned#threshold=0ms.")
                    .ofInputs());
        }
    }

    /** An option that the JVM no longer knows. */
    static Finding tracedInVain(String prefix) {
        return new Finding(
                        "tracePinnedIgnored",
                        Severity.INFO,
                        prefix + "-Djdk.tracePinnedThreads does nothing on this JDK.",
                        "The JVM was started with it; JDK 24 removed it.",
                        "Drop it, and record jdk.VirtualThreadPinned, which has the same stacks with reasons.")
                .ofInputs();
    }

    /** Carriers that are held at the time of a dump. */
    static Finding held(String prefix, HeldNow.OfDump dump) {
        boolean all = dump.isAllHeld();
        return new Finding(
                "carriersHeld",
                all ? Severity.PROBLEM : Severity.WARNING,
                prefix + (all ? "All carriers that are in use" : "Carriers")
                        + " are held by virtual threads that wait: " + dump.holding() + ".",
                "They are pinned at the time of the dump; a recording has a pin only when it ends.",
                "The table shows what each waits for; whether they have been there all the time, several dumps show: loomweight"
                        + " hang takes them, or compares those of a capture.");
    }

    private static Finding off(String recording) {
        return new Finding(
                        "pinsNotRecorded",
                        Severity.WARNING,
                        recording + "Pinning was not recorded.",
                        "jdk.VirtualThreadPinned was switched off in this recording.",
                        "Record with jdk.VirtualThreadPinned#enabled=true.")
                .ofInputs();
    }
}
