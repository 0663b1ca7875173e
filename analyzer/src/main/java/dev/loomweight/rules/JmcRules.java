package dev.loomweight.rules;

import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.Secrets;
import dev.loomweight.report.Block;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Keys;
import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.RuleRegistry;
import org.openjdk.jmc.flightrecorder.rules.Severity;

/**
 * JDK Mission Control's automated rules over recordings, as a section of its own. What a rule warns of or informs of is
 * a finding; what it found to be fine is a row of a table; rules that do not apply are counted. The texts are Mission
 * Control's, in the language of this JVM.
 *
 * <p>Nothing of Mission Control is loaded before this class is asked.
 */
public final class JmcRules {

    private static final String VIRTUAL = "Mission Control treats all virtual threads as one thread, so what this rule"
            + " says about a thread is wrong if that thread is virtual.";

    private record Counts(String file, Evaluation evaluation) {}

    private static final Rows<Counts> COUNTS = Rows.of(Counts.class)
            .text("recording", "recording", Counts::file)
            .count("warnings", "warnings", of -> of.evaluation.count(Severity.WARNING))
            .count("infos", "infos", of -> of.evaluation.count(Severity.INFO))
            .count("fine", "passed", of -> of.evaluation.count(Severity.OK))
            .count("notApplicable", "not applicable", of -> of.evaluation.notApplicable())
            .count("failed", "failed", of -> of.evaluation.failed().size());

    /** @param doubtful whether the rule takes all virtual threads for one */
    private record Fine(String file, RuleResult result, boolean doubtful) {}

    private final Collection<IRule> rules;
    private final List<Counts> counts = new ArrayList<>();
    private final List<Fine> fine = new ArrayList<>();
    private final List<String> virtual = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private boolean several;

    private JmcRules(Collection<IRule> rules) {
        this.rules = rules;
    }

    /**
     * What the rules say of some recordings.
     *
     * @param recordings the recordings, in the order of the report; may be none
     * @return never empty; a recording that Mission Control cannot read, and a rule that fails, is a sentence of it
     */
    public static Section of(List<RecordingSource> recordings) {
        return of(recordings, RuleRegistry.getRules());
    }

    /** What some rules say. */
    static Section of(List<RecordingSource> recordings, Collection<IRule> rules) {
        JmcRules all = new JmcRules(rules);
        all.several = recordings.size() > 1;
        recordings.forEach(all::add);
        if (recordings.isEmpty()) {
            all.notes.add("None of the inputs is a recording; the rules apply to recordings only.");
        }
        return all.section();
    }

    private void add(RecordingSource recording) {
        String file = recording.origin().file();
        Evaluation evaluation;
        try {
            evaluation = Evaluation.of(recording.file(), rules, recording.secrets());
        } catch (Evaluation.UnreadableException e) {
            notes.add(file + ": Mission Control cannot read this recording: " + e.getMessage() + ".");
            return;
        }
        counts.add(new Counts(file, evaluation));
        String prefix = several ? file + ": " : "";
        for (RuleResult result : evaluation.results()) {
            boolean doubtful = evaluation.virtualThreads() > 0 && ThreadRules.IDS.contains(result.id());
            switch (result.severity()) {
                case WARNING -> findings.add(finding(prefix, Finding.Severity.WARNING, result, doubtful));
                case INFO -> findings.add(finding(prefix, Finding.Severity.INFO, result, doubtful));
                case OK -> fine.add(new Fine(file, result, doubtful));
                case NA, IGNORE -> {
                    // Counted above.
                }
            }
        }
        if (evaluation.virtualThreads() > 0) {
            virtual.add(virtual(prefix, evaluation));
        }
        if (evaluation.unreadBytes() > 0) {
            notes.add(file + ": Mission Control reads complete chunks only, so " + evaluation.unreadBytes()
                    + " bytes were not passed to it.");
        }
        if (!evaluation.secrets().isEmpty()) {
            notes.add(file + ": events that can hold secrets were not passed to Mission Control, which quotes them: "
                    + Secrets.words(evaluation.secrets())
                    + ". Rules about the JVM's options, properties and environment do not apply without them;"
                    + " --show-secrets runs them.");
        }
        evaluation.failed().forEach(sentence -> notes.add(file + ": " + sentence));
    }

    private static String virtual(String prefix, Evaluation evaluation) {
        List<String> concerned = evaluation.results().stream()
                .filter(result -> result.applies() && ThreadRules.IDS.contains(result.id()))
                .map(RuleResult::name)
                .sorted()
                .toList();
        int threads = evaluation.virtualThreads();
        return prefix + "The recording has " + (threads == 1 ? "a virtual thread" : threads + " virtual threads")
                + ", and Mission Control treats them all as one thread: it identifies threads by the operating system's"
                + " id, which is 0 for virtual threads. None of its rules is about virtual threads or pinning."
                + (concerned.isEmpty()
                        ? ""
                        : " Do not rely on what these rules say about threads: " + String.join(", ", concerned) + ".");
    }

    private static Finding finding(String prefix, Finding.Severity severity, RuleResult result, boolean doubtful) {
        String key = Keys.camel(result.id());
        return new Finding(
                "jmc" + key.substring(0, 1).toUpperCase(Locale.ROOT) + key.substring(1),
                severity,
                prefix + result.sentence(),
                doubtful ? (VIRTUAL + " " + result.explanation()).strip() : result.explanation(),
                result.solution());
    }

    private Section section() {
        List<Block> blocks = new ArrayList<>();
        Note.some("virtualThreads", virtual).ifPresent(blocks::add);
        COUNTS.some("rules", "", counts).ifPresent(blocks::add);
        Rows.of(Fine.class)
                .when(several, rows -> rows.text("recording", "recording", Fine::file))
                .text("rule", "rule", one -> one.result.name())
                .text(
                        "result",
                        "result",
                        one -> (one.result.summary() + (one.doubtful ? " (Wrong for virtual threads.)" : "")).strip())
                .some("fine", "Rules that passed", fine)
                .ifPresent(blocks::add);
        Note.some("notes", notes).ifPresent(blocks::add);
        return new Section("jmcRules", "JDK Mission Control's rules", blocks, findings)
                .answering(Section.Answering.TABLES);
    }

    /**
     * The rules of Mission Control that distinguish threads. Its threads are equal if their {@code osThreadId} is, and
     * every virtual thread has 0: to these rules, all virtual threads of a recording are one thread, mostly without a name.
     */
    static final class ThreadRules {

        /** Their identifiers; a test finds them in the classes of the rules. */
        static final Set<String> IDS =
                Set.of("Allocations.thread", "FewSampledThreads", "JavaBlocking", "VMOperations");

        private ThreadRules() {}
    }
}
