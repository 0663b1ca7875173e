package dev.loomweight.threads.waits;

import dev.loomweight.bytecode.Code;
import dev.loomweight.fold.Fold;
import dev.loomweight.fold.Sampled;
import dev.loomweight.fold.State;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.kernel.stacks.Passages;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Among;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.DumpedProcesses;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What threads wait for, by dumps that were taken one after another: contention too, which leaves no event where it pins no
 * carrier.
 */
public final class WaitAnalysis implements Analysis<WaitAnalysis.Samples, WaitAnalysis.WaitReading> {

    /** The key of its section. */
    public static final String ID = "waits";

    private static final Fold<Samples> ASKED =
            fold(Interest.in(DumpedThreads.class).thoroughly(DumpedThreads.class));
    private static final Fold<Samples> OVERVIEW = fold(Interest.onRequest(DumpedThreads.class));

    private static final Comparator<Dump> IN_ORDER = Comparator.comparing(Dump::sample, WaitSample.IN_ORDER);

    private final Owners owners;
    private final boolean asked;

    private WaitAnalysis(Code code, List<String> own, boolean asked) {
        this.owners = new Owners(code, List.copyOf(own));
        this.asked = asked;
    }

    /**
     * The answer to the question: of as few as one dump, and of any dump.
     *
     * @param code the class files of the application; may be empty
     * @param own prefixes of its own classes; may be empty
     */
    public static WaitAnalysis asked(Code code, List<String> own) {
        return new WaitAnalysis(code, own, true);
    }

    /**
     * A part of an overview: of the dumps that were taken to be samples, if there are enough for an error.
     *
     * @param code the class files of the application; may be empty
     * @param own prefixes of its own classes; may be empty
     */
    public static WaitAnalysis overview(Code code, List<String> own) {
        return new WaitAnalysis(code, own, false);
    }

    private record Dump(DumpedProcesses.Sign sign, WaitSample sample) {}

    /** The samples: the accumulator. */
    public static final class Samples implements State<Samples> {
        private final List<Dump> dumps = new ArrayList<>();
        private final Map<String, Long> ids = new HashMap<>();
        private final Map<String, Double> budgets = new HashMap<>();

        private Samples() {}

        @Override
        public void add(Origin origin, Sample sample) {
            if (sample instanceof DumpedThreads dump) {
                dumps.add(new Dump(DumpedProcesses.signOf(origin, dump), WaitSampler.of(origin, dump)));
            } else if (sample instanceof ProcessId process) {
                ids.put(origin.file(), process.pid());
            } else if (sample instanceof CaptureInfo info && info.dumpBudget() > 0) {
                budgets.merge(origin.subject(), info.dumpBudget(), Math::max);
            }
        }

        @Override
        public void merge(Samples other) {
            dumps.addAll(other.dumps);
            ids.putAll(other.ids);
            other.budgets.forEach((subject, budget) -> budgets.merge(subject, budget, Math::max));
        }
    }

    /**
     * What threads waited for.
     *
     * @param processes those with enough samples, in the order of their dumps
     * @param leftOut how many other processes were dumped
     */
    public record WaitReading(List<OfProcess> processes, int leftOut) {

        public WaitReading {
            processes = List.copyOf(processes);
        }
    }

    /** The samples of a process, by its name, and what its virtual and its platform threads waited for. */
    record OfProcess(String subject, Sampling sampling, WaitProfile virtual, WaitProfile platform) {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Fold<Samples> fold() {
        return asked ? ASKED : OVERVIEW;
    }

    private static Fold<Samples> fold(Interest dumps) {
        return Fold.of(Interest.in(CaptureInfo.class, ProcessId.class).and(dumps), Samples::new);
    }

    @Override
    public WaitReading read(Samples all, Coverage coverage) {
        WaitPlaces places = new WaitPlaces(owners);
        List<List<Dump>> groups =
                DumpedProcesses.group(all.dumps.stream().sorted(IN_ORDER).toList(), Dump::sign, all.ids);
        List<OfProcess> processes = new ArrayList<>();
        for (List<Dump> dumps : groups) {
            String subject = dumps.getFirst().sign.subject();
            Sampling sampling =
                    Sampling.of(dumps.stream().map(Dump::sample).toList(), all.budgets.getOrDefault(subject, 0.0));
            if (asked || sampling.samples().size() >= Sampled.MIN_MOMENTS) {
                processes.add(new OfProcess(
                        subject,
                        sampling,
                        WaitProfile.of(sampling.samples(), true, places),
                        WaitProfile.of(sampling.samples(), false, places)));
            }
        }
        return new WaitReading(processes, groups.size() - processes.size());
    }

    @Override
    public Section say(WaitReading reading, Coverage coverage) {
        Passages passages = new Passages(owners);
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        List<String> sentences = new ArrayList<>();
        boolean several = reading.processes.size() + reading.leftOut > 1;
        int number = 0;
        for (OfProcess process : reading.processes) {
            number++;
            Among among = Among.of(process.subject, number, several);
            WaitSentences.of(process).forEach(sentence -> sentences.add(among.words(sentence)));
            blocks.addAll(new WaitTables(among, process, passages).all());
            findings.addAll(WaitSentences.findings(among.prefix(), process));
        }
        Note.headline(sentences).ifPresent(blocks::addFirst);
        return new Section(ID, "What threads wait for", blocks, findings);
    }
}
