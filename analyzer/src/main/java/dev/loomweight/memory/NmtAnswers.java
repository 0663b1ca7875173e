package dev.loomweight.memory;

import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Note;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.NmtMessage;
import java.util.ArrayList;
import java.util.List;

/** What {@code VM.native_memory} answered where it gave no report, and what to do about it. */
public final class NmtAnswers extends TextAnalysis<NmtMessage> {

    /** The key of the finding that NMT gave no report where one was asked for. */
    public static final String REFUSED = "nmtAnswer";

    /** The analysis, ready to be run. */
    public NmtAnswers() {
        super(NmtMessage.class);
    }

    @Override
    public String id() {
        return "nmtAnswers";
    }

    @Override
    public Section finish(Texts<NmtMessage> all, Coverage coverage) {
        List<Block> blocks = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        for (Texts.Text<NmtMessage> text : all.inOrder()) {
            NmtMessage message = text.sample();
            String said = text.title() + " says \"" + message.text() + "\".";
            if (message.kind() == NmtMessage.Kind.BASELINE_TAKEN) {
                blocks.add(new Note("answer" + (blocks.size() + 1), List.of(said, advice(message.kind()))));
            } else {
                findings.add(new Finding(REFUSED, Severity.PROBLEM, said, "", advice(message.kind())));
            }
        }
        return new Section(id(), "NMT's answers", blocks, findings);
    }

    private static String advice(NmtMessage.Kind kind) {
        return switch (kind) {
            case OFF ->
                "Start the JVM with -XX:NativeMemoryTracking=summary (or detail); it cannot be switched on later.";
            case SUMMARY_ONLY ->
                "Start the JVM with -XX:NativeMemoryTracking=detail, or ask for the summary: jcmd PID"
                        + " VM.native_memory summary scale=b.";
            case NO_BASELINE -> "Take one first: jcmd PID VM.native_memory baseline.";
            case BASELINE_TAKEN -> "Compare with it later: jcmd PID VM.native_memory summary.diff scale=b.";
            case BAD_REQUEST -> "Ask again: jcmd PID VM.native_memory summary scale=b.";
            case SHUT_DOWN -> "It cannot be switched on again in this JVM; start it anew.";
        };
    }
}
