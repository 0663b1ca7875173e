package dev.loomweight.pins.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.agent.AgentSites;
import dev.loomweight.agent.AgentSites.AgentSite;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.HeldMonitors;
import dev.loomweight.bytecode.HeldMonitors.Uncertainty;
import dev.loomweight.bytecode.Holders;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.jvm.PinRule;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.samples.Expected;
import dev.loomweight.samples.Gallery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the analysis finds in a recording of an exhibit, beside what it must find. */
record GalleryFindings(
        PinSummary summary,
        PinSummary withoutClassFiles,
        SortedMap<AgentSite, Long> agent,
        dev.loomweight.samples.Site.Jdk jdk) {

    private static final Set<String> NO_PINS = Set.of(dev.loomweight.samples.Site.Cause.NONE, "jvmOwn");

    /** The causes that are in the class files alone, mostly. */
    private static final Set<String> BY_CLASS_FILES = Set.of("synchronizedBlock", "libraryMonitor", "unknown");

    /** Where the gallery's classes are. */
    static Path classes() throws Exception {
        return Path.of(Gallery.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /**
     * Reads a recording three times: with the class files of the gallery and of the JDK that made it, without any, and as
     * the agent does.
     */
    static GalleryFindings of(Path recording, Path jdk) throws Exception {
        try (ClassPath path = ClassPath.of(List.of(classes().toString()), jdk, 0)) {
            Code code = new Code(path);
            PinAnalysis analysis = new PinAnalysis(new PinOptions(code, List.of(), PinOptions.Filter.ALL, 0));
            Holders holders = new Holders(code);
            List<Pins> parts = Collections.synchronizedList(new ArrayList<>());
            Set<String> refusals = Collections.synchronizedSet(new TreeSet<>());
            Coverage coverage = RecordingSource.of(recording, ReaderChoice.AUTO)
                    .read(analysis.fold().interest(), () -> {
                        Pins part = analysis.fold().empty();
                        parts.add(part);
                        return (SampleSink) (origin, sample) -> {
                            refused(holders, sample).forEach(refusals::add);
                            analysis.fold().add(part, origin, sample);
                        };
                    });
            Pins all = parts.stream().reduce(analysis.fold()::merge).orElseGet(analysis.fold()::empty);
            assertThat(refusals)
                    .as("class files that are what ran, and are not believed")
                    .isEmpty();
            boolean reasons = coverage.of(Pin.EVENT).getFirst().fields().contains("pinnedReason");
            return new GalleryFindings(
                    analysis.read(all, coverage),
                    new PinAnalysis().read(all, coverage),
                    AgentSites.of(recording),
                    reasons ? dev.loomweight.samples.Site.Jdk.FROM_24 : dev.loomweight.samples.Site.Jdk.UNTIL_23);
        }
    }

    private static List<String> refused(Holders holders, Sample sample) {
        StackTrace stack = switch (sample) {
            case Pin pin -> pin.stack();
            case MonitorEnter enter -> enter.stack();
            case MonitorWait wait -> wait.stack();
            default -> StackTrace.NONE;
        };
        return holders.of(stack).frames().stream()
                .map(HeldMonitors::uncertainty)
                .filter(why -> why != null
                        && (why.reason() == Uncertainty.Reason.CLASS_DIFFERS
                                || why.reason() == Uncertainty.Reason.NO_METHOD))
                .map(why -> why == null ? "" : why.text())
                .toList();
    }

    /**
     * Holds the agent, which has no class files, to the report and to what an exhibit must show: it names the same sites
     * as the report does without class files, and each is one of the file's. What only a class file decides, it calls
     * {@code monitor}, on a truncated stack {@code unknown}, or names by another cause of the same stack.
     */
    void agentAgrees(Expected expected, int stackDepth) {
        SortedMap<AgentSite, Long> reported = new TreeMap<>();
        Set<AgentSite> anywhere = new HashSet<>();
        for (PinSite site : withoutClassFiles.sites()) {
            String cause = site.first().kind().id();
            boolean monitor = cause.equals("unknown")
                    && jdk == dev.loomweight.samples.Site.Jdk.UNTIL_23
                    && !site.first().detail().equals(PinRule.TRUNCATED);
            AgentSite same = new AgentSite(site.event().eventType(), monitor ? "monitor" : cause, site.name());
            // Where the JVM gives reasons, the agent takes its word alone, and the report also the few monitor events
            // of a
            // storm of waits that have no event of a pin.
            if (jdk == dev.loomweight.samples.Site.Jdk.UNTIL_23 || site.event() == PinFacts.Event.PINNED) {
                reported.merge(same, site.sum().count(), Long::sum);
            }
            if (canHappenAnywhere(site)) {
                anywhere.add(same);
            }
        }
        assertThat(agent).as("the agent's sites, against the report's").isEqualTo(reported);

        Map<AgentSite, Long> decided = new HashMap<>();
        Set<AgentSite> possible = new HashSet<>();
        Set<String> withMonitors = new HashSet<>();
        for (dev.loomweight.samples.Site site : pins(expected, stackDepth)) {
            List<dev.loomweight.samples.Site.Cause> causes = site.causes();
            causes.forEach(cause -> possible.add(agentSite(site, cause)));
            if (causes.stream().anyMatch(cause -> BY_CLASS_FILES.contains(cause.id()))) {
                withMonitors.add(site.event());
            } else if (causes.getFirst().frame() != null) {
                decided.merge(agentSite(site, causes.getFirst()), (long) site.count(), Long::sum);
            }
        }
        assertThat(agent)
                .as("the agent's sites, against the file's")
                .allSatisfy((site, count) -> assertThat(possible.contains(site)
                                || (site.cause().equals("monitor") && withMonitors.contains(site.event()))
                                || possible.stream()
                                        .anyMatch(any -> any.method().isEmpty()
                                                && any.cause().equals(site.cause()))
                                || anywhere.contains(site))
                        .as("%s x %d, of %s", site, count, possible)
                        .isTrue());
        decided.forEach((site, count) ->
                assertThat(agent.getOrDefault(site, 0L)).as("%s", site).isGreaterThanOrEqualTo(count));
    }

    private List<dev.loomweight.samples.Site> pins(Expected expected, int stackDepth) {
        return expected.on(jdk, stackDepth).stream()
                .filter(site -> !site.event().equals("jdk.VirtualThreadSubmitFailed"))
                .toList();
    }

    // Before JDK 24, only class files show whether an int[] is the lock of a class.
    private static AgentSite agentSite(dev.loomweight.samples.Site site, dev.loomweight.samples.Site.Cause cause) {
        String frame = cause.frame();
        String caller = site.stack().caller();
        boolean undecided = cause.id().equals(CauseKind.CLASS_LINKING.id())
                && site.event().equals(PinFacts.Event.ENTER.eventType());
        return new AgentSite(
                site.event(),
                undecided ? CauseKind.MONITOR_ENTER.id() : cause.id(),
                frame == null
                        ? ""
                        : caller != null && JvmNames.isJdk(frame.substring(0, frame.lastIndexOf('.')))
                                ? caller
                                : frame);
    }

    /** Holds them to what an exhibit must show: each site with its number, nothing else, and no innocent frame. */
    void areExactly(Expected expected, int stackDepth) {
        List<dev.loomweight.samples.Site> wanted = pins(expected, stackDepth).stream()
                .filter(site -> site.causes().stream().noneMatch(cause -> NO_PINS.contains(cause.id())))
                .toList();

        assertThat(summary.sites().stream()
                        .filter(found -> !canHappenAnywhere(found))
                        .filter(found -> wanted.stream().noneMatch(site -> is(found, site))))
                .extracting(found -> found.event() + " " + found.causes() + " in "
                        + found.diagnosis().blocker() + " x "
                        + found.sum().count())
                .as("findings that nobody expects")
                .isEmpty();
        for (dev.loomweight.samples.Site site : wanted) {
            long count = summary.sites().stream()
                    .filter(found -> is(found, site))
                    .mapToLong(found -> found.sum().count())
                    .sum();
            if (site.atLeast()) {
                assertThat(count).as("pins of %s", site).isGreaterThanOrEqualTo(site.count());
            } else {
                // A thread that is parked may wake up without a reason: a sleep that goes on is two pins.
                long least = site.count();
                assertThat(count).as("pins of %s", site).isBetween(least, least == 0 ? 0 : least + 1 + least / 20);
            }
        }
        assertThat(summary.sites().stream().flatMap(found -> found.causes().stream()))
                .as("innocent frames that are blamed")
                .noneMatch(cause -> expected.innocent().contains(String.valueOf(CodePlace.methodOf(cause.frame()))));
    }

    /**
     * What can happen in any run of any program, the more on a busy machine: two threads that need a class for the first
     * time at once, and a moment at which the JVM refuses to unmount.
     */
    private static boolean canHappenAnywhere(PinSite found) {
        PinCause cause = found.first();
        return cause.kind() == CauseKind.FREEZE_FAILED
                || cause.kind() == CauseKind.CLASS_LINKING
                || (cause.kind() == CauseKind.OTHER_CLASS_INITIALIZATION
                        && String.valueOf(CodePlace.methodOf(cause.frame())).matches("(java|jdk|sun)\\..*"));
    }

    private static boolean is(PinSite found, dev.loomweight.samples.Site site) {
        List<dev.loomweight.samples.Site.Cause> causes = found.causes().stream()
                .map(cause -> new dev.loomweight.samples.Site.Cause(
                        cause.kind().id(), CodePlace.methodOf(cause.frame()), cause.lock()))
                .toList();
        return found.event().eventType().equals(site.event())
                && causes.equals(site.causes())
                && (site.stack().caller() == null || site.stack().caller().equals(caller(found)))
                && (site.stack().blocker() == null || site.stack().blocker().equals(found.blocker()));
    }

    private static @Nullable String caller(PinSite found) {
        return found.causes().stream()
                .map(PinCause::caller)
                .filter(caller -> caller != null)
                .map(CodePlace::method)
                .findFirst()
                .orElse(null);
    }
}
