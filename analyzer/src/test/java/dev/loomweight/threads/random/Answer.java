package dev.loomweight.threads.random;

import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.threads.random.Truth.Scene;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a question is answered about a captured program.
 *
 * @param subset the sources it was asked of
 * @param said its findings on the program
 * @param text all of it
 */
record Answer(Set<String> subset, List<Said> said, String text) {

    private static final Pattern CARRIERS = Pattern.compile("carriersExhausted|overlooked");
    private static final String KNOWN_FAULT = "knownFault";

    /**
     * A finding.
     *
     * @param names the threads of scenes that it is about
     * @param scenes the scenes of these; of a finding on the carriers, that which takes them; empty where neither is known
     */
    record Said(String id, Severity severity, String summary, Set<String> names, Set<Scene> scenes) {

        boolean isProblem() {
            return severity == Severity.PROBLEM;
        }

        boolean isAlarm() {
            return severity != Severity.INFO;
        }

        boolean isKnownFault() {
            return id.equals(KNOWN_FAULT);
        }
    }

    /** Asks whether a program hangs. */
    static Answer hang(CapturedProgram program, Set<String> subset) {
        return ask(Question.HANG, program, subset);
    }

    static Answer ask(Question question, CapturedProgram program, Set<String> subset) {
        Report report = question.ask(InputOptions.of(program.paths(subset))).report();
        List<Said> said = new ArrayList<>();
        for (Section section : report.sections()) {
            Set<Scene> before = Set.of();
            for (Finding finding : section.findings()) {
                if (finding.isOfProgram()) {
                    Said one = said(finding, program.truth(), before);
                    before = one.scenes;
                    said.add(one);
                }
            }
        }
        return new Answer(subset, said, report.sections().toString());
    }

    private static Said said(Finding finding, Truth truth, Set<Scene> before) {
        // Further on, sentences name those who may be the cause.
        Set<String> names = Truth.names(finding.summary().replaceFirst(";.*", ""));
        if (names.isEmpty()) {
            names = Truth.names(finding.summary());
        }
        Set<Scene> scenes = truth.of(names);
        if (scenes.isEmpty() && CARRIERS.matcher(finding.id()).matches()) {
            scenes = Set.copyOf(truth.scenes().stream()
                    .filter(scene -> scene.carriers() > 0)
                    .toList());
        }
        if (scenes.isEmpty() && finding.id().equals(KNOWN_FAULT)) {
            scenes = before;
        }
        return new Said(finding.id(), finding.severity(), finding.summary(), names, scenes);
    }

    /** The findings about a scene, those without a scene among them. */
    List<Said> about(Scene scene) {
        return said.stream().filter(one -> one.scenes.contains(scene)).toList();
    }

    /** Whether a thread of a hang is in it, by its name or its line. */
    boolean shows(String member, Truth truth) {
        String site = truth.sites().getOrDefault(member, "");
        return Pattern.compile("\\b" + member + "\\b").matcher(text).find()
                || (!site.isEmpty()
                        && Pattern.compile("\\b" + Pattern.quote(site) + "\\b")
                                .matcher(text)
                                .find());
    }
}
