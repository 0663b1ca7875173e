package dev.loomweight.memory;

import dev.loomweight.fold.Fold;
import dev.loomweight.jvm.NmtStart;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.memory.Texts.Text;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtTexts.NmtMessage;
import java.util.ArrayList;
import java.util.List;

/** The answers of {@code VM.native_memory} that are no report, with advice. */
public final class NmtAnswers implements Analysis<Texts<NmtMessage>, List<Text<NmtMessage>>> {

    private static final Fold<Texts<NmtMessage>> FOLD = Texts.fold(NmtMessage.class);

    /** The analysis, ready to be run. */
    public NmtAnswers() {}

    @Override
    public String id() {
        return "nmtAnswers";
    }

    @Override
    public Fold<Texts<NmtMessage>> fold() {
        return FOLD;
    }

    @Override
    public List<Text<NmtMessage>> read(Texts<NmtMessage> all, Coverage coverage) {
        return all.inOrder();
    }

    @Override
    public Section say(List<Text<NmtMessage>> all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        for (Text<NmtMessage> text : all) {
            NmtMessage message = text.sample();
            String said = "NMT's answer (" + text.title() + "): \"" + message.text() + "\".";
            if (message.kind() == NmtMessage.Kind.BASELINE_TAKEN) {
                blocks.add(new Note("answer" + (blocks.size() + 1), List.of(said, advice(message.kind()))));
            } else {
                Severity severity = message.kind() == NmtMessage.Kind.OFF ? Severity.INFO : Severity.PROBLEM;
                findings.add(new Finding("nmtAnswer", severity, said, "", advice(message.kind())).ofRefusal());
            }
        }
        return new Section(id(), "Answers of NMT", blocks, findings);
    }

    private static String advice(NmtMessage.Kind kind) {
        return switch (kind) {
            case OFF -> "NMT cannot be switched on while the JVM runs: " + NmtStart.START_SUMMARY + " (or detail).";
            case SUMMARY_ONLY ->
                "For call sites, " + NmtStart.START_DETAIL + "; else use the summary: jcmd PID"
                        + " VM.native_memory summary scale=b.";
            case NO_BASELINE -> "Take a baseline first: jcmd PID VM.native_memory baseline.";
            case BASELINE_TAKEN -> "Compare with the baseline later: jcmd PID VM.native_memory summary.diff scale=b.";
            case BAD_REQUEST -> "Use jcmd PID VM.native_memory summary scale=b.";
            case SHUT_DOWN -> "NMT cannot be switched on again in this JVM; restart it.";
        };
    }
}
