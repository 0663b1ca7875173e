package dev.loomweight.threads.waits;

import dev.loomweight.bytecode.Code;
import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.coverage.EventWords;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Among;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.ThreadEvents.TracedWait;
import java.util.ArrayList;
import java.util.List;

/** How long virtual threads waited where, by a method trace of the place where they leave their carriers. */
public final class WaitTimesAnalysis implements Analysis<WaitTimes, WaitTimesReading> {

    /** The key of its section. */
    public static final String ID = "waitTimes";

    private static final EventWords WORDS =
            new EventWords(TracedWait.EVENT, "wait", "waits", false, "How long virtual threads wait");

    private final Owners owners;

    /**
     * An analysis.
     *
     * @param code the class files of the application; may be empty
     * @param own prefixes of its own classes; may be empty
     */
    public WaitTimesAnalysis(Code code, List<String> own) {
        this.owners = new Owners(code, List.copyOf(own));
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Fold<WaitTimes> fold() {
        return WaitTimes.FOLD;
    }

    @Override
    public WaitTimesReading read(WaitTimes all, Coverage coverage) {
        return WaitTimesReading.of(all, coverage, owners);
    }

    @Override
    public Section say(WaitTimesReading reading, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        List<String> sentences = new ArrayList<>();
        boolean several = reading.processes().size() > 1;
        int number = 0;
        for (WaitTimesReading.OfProcess process : reading.processes()) {
            number++;
            Among among = Among.of(process.subject(), number, several);
            WaitTimesWords.sentences(process).forEach(sentence -> sentences.add(among.words(sentence)));
            blocks.addAll(WaitTimesWords.tables(among, process));
            findings.addAll(WaitTimesWords.findings(among.prefix(), process));
        }
        if (!reading.processes().isEmpty()) {
            sentences.addAll(WORDS.absences(coverage));
        }
        Note.headline(sentences).ifPresent(blocks::addFirst);
        return new Section(ID, "How long virtual threads waited", blocks, findings);
    }
}
