package dev.loomweight.pins.pinning;

import dev.loomweight.bytecode.Code;
import dev.loomweight.fold.Sum;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.kernel.coverage.EventWords;
import dev.loomweight.kernel.stacks.StackLines;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The findings of {@link PinAnalysis}: what to act on, and what is not in the recordings. */
final class PinFindings {

    private static final int MAX_NAMES = 3;

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
                                + (site.namesMonitors() ? MonitorTable.sentence(site) : ""),
                        sentences.solution(site),
                        site.place(code::sourceFile))
                .ofRow();
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
