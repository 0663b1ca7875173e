package dev.loomweight.memory.ending;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.kernel.faults.Build;
import dev.loomweight.kernel.faults.Fact;
import dev.loomweight.kernel.faults.Facts;
import dev.loomweight.kernel.faults.FaultFindings;
import dev.loomweight.kernel.faults.FaultList;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Coverage.OfEvent;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.Crash;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.MachineEvents.RecordedJvm;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackEvents.CpuTimeSample;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which known faults the crashes of JVMs are, by the JVM's own reports on them and what recordings had switched on. */
public final class CrashFaults implements Analysis<CrashFaults.Crashes, List<CrashFaults.OfCrash>> {

    // The number of events shows whether they were on.
    private static final Fold<Crashes> FOLD = Fold.of(
            Interest.in(Crash.class, ProcessId.class, CaptureInfo.class, RecordedJvm.class)
                    .and(Interest.inNumberOf(CpuTimeSample.class)),
            Crashes::new);

    /** Where in its own sources the JVM found an error: {@code Internal Error (debug.cpp:271)}. */
    private static final Pattern SOURCE_FILE = Pattern.compile("\\(([\\w.]+):\\d+\\)");

    /** A function of the system is called by the one that is at fault. */
    private static final int INNERMOST = 3;

    private final KnownFaults faults;

    /** @param faults the faults that are tried */
    public CrashFaults(KnownFaults faults) {
        this.faults = faults;
    }

    /** What a file says of a process. */
    private static final class OfFile {
        private final TreeSet<String> subjects = new TreeSet<>();
        private final TreeSet<String> jdks = new TreeSet<>();
        private final TreeSet<Long> pids = new TreeSet<>();
        private final TreeMap<String, Crash> crashes = new TreeMap<>();

        private void pid(long pid) {
            if (pid > 0) {
                pids.add(pid);
            }
        }

        private boolean isOfOneProcessWith(OfFile other) {
            return subjects.stream().anyMatch(other.subjects::contains)
                    || pids.stream().anyMatch(other.pids::contains);
        }
    }

    /** What files say of crashes, and of which processes they are: the accumulator. */
    public static final class Crashes implements State<Crashes> {
        private final TreeMap<String, OfFile> files = new TreeMap<>();

        @Override
        public void add(Origin origin, Sample sample) {
            OfFile file = file(origin.file());
            file.subjects.add(origin.subject());
            switch (sample) {
                case Crash crash -> file.crashes.put(crash.toString(), crash);
                case ProcessId process -> file.pid(process.pid());
                case CaptureInfo info -> {
                    file.pid(info.pid());
                    file.jdks.add(info.jdk());
                }
                case RecordedJvm jvm -> {
                    file.pid(jvm.pid());
                    String jdk = jvm.jdk();
                    file.jdks.add(jdk == null ? "" : jdk);
                }
                default -> {}
            }
        }

        private OfFile file(String name) {
            return files.computeIfAbsent(name, key -> new OfFile());
        }

        @Override
        public void merge(Crashes other) {
            other.files.forEach((name, of) -> {
                OfFile file = file(name);
                file.subjects.addAll(of.subjects);
                file.jdks.addAll(of.jdks);
                file.pids.addAll(of.pids);
                file.crashes.putAll(of.crashes);
            });
        }
    }

    /**
     * A crash.
     *
     * @param name the process
     * @param crash what the JVM says of it
     * @param jdk the version of the JVM; empty where it is not known
     * @param files those that are of the same process
     */
    public record OfCrash(String name, Crash crash, String jdk, Set<String> files) {

        public OfCrash {
            files = Set.copyOf(files);
        }
    }

    @Override
    public String id() {
        return "crashFaults";
    }

    @Override
    public Fold<Crashes> fold() {
        return FOLD;
    }

    @Override
    public List<OfCrash> read(Crashes all, Coverage coverage) {
        List<OfCrash> found = new ArrayList<>();
        all.files.values().stream().filter(file -> !file.crashes.isEmpty()).forEach(crashed -> {
            Set<String> files = new HashSet<>();
            TreeSet<String> jdks = new TreeSet<>();
            all.files.forEach((name, file) -> {
                if (file.isOfOneProcessWith(crashed)) {
                    files.add(name);
                    jdks.addAll(file.jdks);
                }
            });
            crashed.crashes
                    .values()
                    .forEach(crash -> found.add(new OfCrash(
                            crashed.subjects.first(),
                            crash,
                            crash.jdk().isEmpty() && !jdks.isEmpty() ? jdks.last() : crash.jdk(),
                            files)));
        });
        return found;
    }

    @Override
    public Section say(List<OfCrash> crashes, Coverage coverage) {
        List<Finding> findings = new ArrayList<>();
        for (OfCrash of : crashes) {
            faults.match(KnownFaults.CRASH, facts(of, coverage), Build.of(of.jdk))
                    .forEach(match -> findings.add(FaultFindings.of(match, "The crash of " + of.name)));
        }
        return new Section(id(), FaultList.TITLE, List.of(), findings);
    }

    private static Facts facts(OfCrash of, Coverage coverage) {
        Facts facts = new Facts().with(Fact.CRASH, places(of.crash));
        coverage.sources().stream()
                .filter(source -> of.files.contains(source.origin().file()))
                .filter(CrashFaults::saysWhatWasOn)
                .forEach(source -> facts.with(
                        Fact.EVENTS,
                        source.events().stream()
                                .filter(event -> event.state().isOn())
                                .map(OfEvent::eventType)
                                .toList()));
        return facts;
    }

    private static boolean saysWhatWasOn(OfSource recording) {
        return recording.events().stream()
                .anyMatch(event ->
                        event.eventType().equals(CpuTimeSample.EVENT) && event.state() != Coverage.State.UNSTATED);
    }

    /**
     * What a crash blames: the innermost functions, without their arguments, and a file of the JVM's sources; nothing where a
     * process sent the signal.
     */
    private static List<String> places(Crash crash) {
        List<String> places = new ArrayList<>();
        if (crash.sender() != null) {
            return places;
        }
        Stream.concat(
                        Stream.of(crash.where().frame()),
                        crash.where().nativeFrames().stream().limit(INNERMOST))
                .map(line -> NativeFrame.of(line).function())
                .filter(function -> !function.isEmpty())
                .distinct()
                .forEach(places::add);
        Matcher file = SOURCE_FILE.matcher(crash.event());
        if (file.find()) {
            places.add(file.group(1));
        }
        return places;
    }
}
