package dev.loomweight.threads.random;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.Question;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Section;
import dev.loomweight.threads.random.Answer.Said;
import dev.loomweight.threads.random.Truth.Scene;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What must be so of the answers about a captured program. */
final class HangLaw {

    /** What a failure is against. */
    enum Rule {
        /** What is called a hang is one, and for that reason. */
        SOUND,
        /** A healthy scene raises no alarm. */
        QUIET,
        /** Where owners of locks are known, no thread that has nothing to do with a wait is named as its possible cause. */
        CAUSE,
        /** A hang that is certain stays certain with more evidence. */
        MONOTONE,
        /** What was possible of a hang is not unsaid with more evidence. */
        KEPT,
        /** Hangs whose facts are closed are certain where the evidence suffices. */
        COMPLETE,
        /** Each thread of a hang is in the report, by its name or line. */
        SHOWN,
        /** All doors say the same. */
        EQUAL
    }

    /**
     * A failure.
     *
     * @param program the seed and its JDK
     * @param subset the sources that it was asked of
     * @param kind the scene's kind
     * @param sentence what is wrong
     */
    record Failure(Rule rule, CapturedProgram program, String subset, String kind, String sentence) {

        /** What a list of failures that are known has of it. */
        String key() {
            return String.join("\t", program.jdk() + "", program.seed() + "", rule.name(), kind, subset);
        }

        @Override
        public String toString() {
            return rule + " JDK " + program.jdk() + " seed " + program.seed() + " [" + subset + "] " + kind + ": "
                    + sentence;
        }
    }

    private static final Pattern FAULT = Pattern.compile("JDK-\\d{7}");
    private static final String MAY_BE = "; its owner is in no dump, and may be ";
    private static final int FIRST_WITH_MONITORS = 25;
    private static final String KEEPS = "carriersKept";
    private static final String MAY_KEEP = " may keep its carrier: ";
    private static final String RESTS = "rests";
    private static final String FAULTY_POLLER = "POLLER";
    /** Who holds the last lock of a chain waits for something else. */
    private static final Pattern HOLDERS = Pattern.compile("s\\d+-(holder|end|gone)-\\d+");

    private static final Set<String> OF_LOCKS = Set.of("CIRCLE", "GRAPH", "HELD", "CHAIN", "LOST_OWNER", "UPGRADE");

    private final CapturedProgram program;
    private final List<Answer> answers = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();

    HangLaw(CapturedProgram program) {
        this.program = program;
    }

    List<Answer> answers() {
        return answers;
    }

    /** Checks what is said from some subsets of the sources. */
    List<Failure> check(List<Set<String>> subsets) throws IOException {
        for (Set<String> subset : subsets) {
            Answer answer = Answer.hang(program, subset);
            answers.add(answer);
            soundAndQuiet(answer);
            causes(answer);
            completeAndShown(answer);
            said(answer);
        }
        for (Answer less : answers) {
            for (Answer more : answers) {
                if (!less.subset().equals(more.subset()) && more.subset().containsAll(less.subset())) {
                    monotone(less, more);
                }
            }
        }
        return failures;
    }

    private void fail(Rule rule, Answer answer, String kind, String sentence) {
        Failure failure = new Failure(rule, program, CapturedProgram.label(answer.subset()), kind, sentence);
        if (failures.stream().noneMatch(failure::equals)) {
            failures.add(failure);
        }
    }

    private void soundAndQuiet(Answer answer) {
        for (Said said : answer.said()) {
            if (!said.isAlarm()) {
                continue;
            }
            String sentence = said.severity() + " " + said.id() + ": " + said.summary();
            if (said.scenes().isEmpty()) {
                if (program.truth().isHealthy()) {
                    fail(Rule.QUIET, answer, "a healthy program", sentence);
                }
                continue;
            }
            for (Scene scene : said.scenes()) {
                boolean right =
                        scene.right().contains(said.id()) || scene.perhaps().contains(said.id());
                boolean fault = said.isKnownFault() && scene.kind().equals(FAULTY_POLLER);
                if (!scene.hung()) {
                    fail(Rule.QUIET, answer, scene.label(), sentence);
                } else if (said.isProblem() && !right && !fault) {
                    fail(Rule.SOUND, answer, scene.label(), sentence);
                } else if (said.isKnownFault() && !fault) {
                    fail(Rule.SOUND, answer, scene.label(), sentence);
                } else if (said.isProblem() && !hasOnlyMembers(said)) {
                    fail(Rule.SOUND, answer, scene.label(), sentence);
                }
            }
        }
    }

    private void causes(Answer answer) {
        if (answer.subset().stream().noneMatch(source -> source.equals("owners") || source.equals("heap"))) {
            return;
        }
        for (Said said : answer.said()) {
            Set<Scene> named = program.truth().of(Truth.names(said.summary()));
            boolean others = named.stream().anyMatch(scene -> !said.scenes().contains(scene)) && !namesItsOwn(said);
            if (others || (!said.scenes().isEmpty() && said.summary().contains("\"main\""))) {
                said.scenes()
                        .forEach(scene -> fail(
                                Rule.CAUSE,
                                answer,
                                scene.label(),
                                said.severity() + " " + said.id() + ": " + said.summary()));
            }
        }
    }

    /**
     * Whether one of the threads that may own what is waited for is of the scene, or may be among those that are counted and not
     * named: no source has monitors of JDK 21.
     */
    private boolean namesItsOwn(Said said) {
        String[] parts = said.summary().split(MAY_BE, 2);
        return program.jdk() < FIRST_WITH_MONITORS
                && parts.length == 2
                && said.scenes().containsAll(program.truth().of(Truth.names(parts[0])))
                && (parts[1].contains(", ...")
                        || program.truth().of(Truth.names(parts[1])).stream().anyMatch(said.scenes()::contains));
    }

    /** Whether all threads that a verdict names hang; who has ended is named as the owner. */
    private boolean hasOnlyMembers(Said said) {
        return said.id().equals("lostOwner")
                || said.scenes().isEmpty()
                || said.names().stream()
                        .allMatch(name -> said.scenes().stream()
                                .anyMatch(scene -> scene.members().contains(name)));
    }

    private void completeAndShown(Answer answer) throws IOException {
        for (Scene scene : program.truth().scenes()) {
            if (!scene.hung()) {
                continue;
            }
            if (program.isEnough(answer.subset(), scene.closed()) && degree(answer, scene) != Degree.RIGHT) {
                fail(Rule.COMPLETE, answer, scene.label(), "is not certain: " + said(answer, scene));
            }
            for (String member : scene.members()) {
                if (program.shows(answer.subset(), member) && !answer.shows(member, program.truth())) {
                    fail(Rule.SHOWN, answer, scene.label(), member + " is in no line");
                    break;
                }
            }
        }
    }

    /** What is said of a healthy scene: all that has to be; and who rests between two dumps keeps no carrier for certain. */
    private void said(Answer answer) {
        for (Scene scene : program.truth().scenes()) {
            if (scene.hung()) {
                continue;
            }
            for (String id : scene.right()) {
                if (program.isEnough(answer.subset(), scene.closed())
                        && answer.about(scene).stream()
                                .noneMatch(said -> said.id().equals(id))) {
                    fail(Rule.COMPLETE, answer, scene.label(), id + " is not said: " + said(answer, scene));
                }
            }
            if (scene.details().contains(RESTS)) {
                answer.about(scene).stream()
                        .filter(said ->
                                said.id().equals(KEEPS) && !said.summary().contains(MAY_KEEP))
                        .forEach(said -> fail(Rule.SOUND, answer, scene.label(), said.summary()));
            }
        }
    }

    private static String said(Answer answer, Scene scene) {
        List<Said> about = answer.about(scene);
        return about.isEmpty()
                ? "nothing is said of it"
                : about.stream()
                        .map(said -> said.severity() + " " + said.id() + ": " + said.summary())
                        .collect(Collectors.joining(" | "));
    }

    private void monotone(Answer less, Answer more) {
        for (Said said : less.said()) {
            for (Scene scene : said.scenes()) {
                boolean right =
                        scene.right().contains(said.id()) || scene.perhaps().contains(said.id());
                if (said.isProblem() && right && !stays(said, scene, more)) {
                    fail(Rule.MONOTONE, more, scene.label(), from(less, said) + said(more, scene));
                } else if (said.severity() == Severity.WARNING
                        && right
                        && more.about(scene).stream().noneMatch(Said::isAlarm)) {
                    fail(Rule.KEPT, more, scene.label(), from(less, said) + said(more, scene));
                }
            }
        }
    }

    private static String from(Answer less, Said said) {
        return "from [" + CapturedProgram.label(less.subset()) + "] " + said.severity() + " " + said.id()
                + ", and now: ";
    }

    /** Whether a hang is certain from more evidence; what was certain for a weaker reason may get a better one. */
    private static boolean stays(Said said, Scene scene, Answer more) {
        Set<String> names = new HashSet<>();
        boolean same = false;
        boolean cut = false;
        for (Said one : more.about(scene)) {
            if (one.isProblem()
                    && (one.id().equals(said.id())
                            || (scene.right().contains(one.id())
                                    && !scene.right().contains(said.id())))) {
                same = true;
                names.addAll(one.names());
                cut |= one.summary().contains(", ...") || !one.id().equals(said.id());
            }
        }
        return same && (cut || names.containsAll(said.names()));
    }

    /** How a scene that hangs is judged. */
    enum Degree {
        RIGHT,
        WARNED,
        WRONG,
        SHOWN,
        MISSED
    }

    Degree degree(Answer answer, Scene scene) throws IOException {
        List<Said> about = answer.about(scene);
        if (about.stream().anyMatch(said -> said.isProblem() && scene.right().contains(said.id()))) {
            return Degree.RIGHT;
        }
        if (about.stream().anyMatch(said -> said.isProblem() && !scene.perhaps().contains(said.id()))) {
            return Degree.WRONG;
        }
        if (about.stream().anyMatch(said -> said.isAlarm() && scene.perhaps().contains(said.id()))) {
            return Degree.WARNED;
        }
        for (String member : scene.members()) {
            if (!answer.shows(member, program.truth())) {
                return Degree.MISSED;
            }
        }
        return Degree.SHOWN;
    }

    /** Checks that other doors say the same of a subset. */
    List<Failure> checkDoors(Set<String> subset, String faults) {
        Answer hang = Answer.hang(program, subset);
        Answer threads = Answer.ask(Question.THREADS, program, subset);
        Set<String> missing = verdicts(hang);
        missing.removeAll(verdicts(threads));
        for (String verdict : missing) {
            fail(Rule.EQUAL, hang, "threads", "has not what hang says: " + verdict);
        }
        contradictions(hang, subset);
        ofOneDump();
        for (Question question : List.of(Question.THREADS, Question.WAITS, Question.CARRIERS)) {
            for (Said said : answerOf(question, subset)) {
                for (Scene scene : said.scenes()) {
                    if (said.isProblem() && !scene.hung()) {
                        fail(Rule.EQUAL, hang, question.word(), scene.label() + ": " + said.summary());
                    }
                }
            }
        }
        Set<String> ofHang = faultsIn(hang.said().stream()
                .filter(Said::isKnownFault)
                .filter(Said::isAlarm)
                .map(Said::summary)
                .collect(Collectors.joining(" ")));
        Set<String> listed = faultsIn(faults);
        // Advice names faults, too, as that of an option against one.
        if (!listed.containsAll(ofHang) || !faultsIn(hang.text()).containsAll(listed)) {
            fail(Rule.EQUAL, hang, "faults", "hang says " + ofHang + ", and faults " + listed);
        }
        return failures;
    }

    /** What tables say of one dump: over several, commands count what others join. */
    private void ofOneDump() {
        for (String dump : program.having(List.of("j1", "j3", "t1", "p1"))) {
            Set<String> subset = Set.of(dump);
            Answer hang = Answer.hang(program, subset);
            DoorLaw doors = new DoorLaw(sections(Question.HANG, subset));
            List<Section> waits = sections(Question.WAITS, subset);
            doors.waits(waits);
            doors.threads(sections(Question.THREADS, subset), waits);
            doors.pins(sections(Question.PINS, subset));
            doors.found().forEach(one -> fail(Rule.EQUAL, hang, one.door(), one.sentence()));
        }
    }

    private List<Section> sections(Question question, Set<String> subset) {
        try {
            return question.ask(InputOptions.of(program.paths(subset))).report().sections();
        } catch (DataException e) {
            // It has nothing to say of such a dump.
            return List.of();
        }
    }

    /** That no virtual thread waits for a lock, where some hang for one. */
    private void contradictions(Answer hang, Set<String> subset) {
        for (Said said : hang.said()) {
            for (Scene scene : said.scenes()) {
                boolean virtual = said.names().stream()
                        .filter(name -> !HOLDERS.matcher(name).matches())
                        .anyMatch(scene.virtual()::contains);
                if (said.isProblem()
                        && virtual
                        && OF_LOCKS.contains(scene.kind())
                        && Answer.ask(Question.WAITS, program, subset)
                                .text()
                                .contains("No virtual thread waited for a lock")) {
                    fail(Rule.EQUAL, hang, "waits", "No virtual thread waited for a lock, and hang: " + said.summary());
                }
            }
        }
    }

    private List<Said> answerOf(Question question, Set<String> subset) {
        try {
            return Answer.ask(question, program, subset).said();
        } catch (DataException e) {
            // Dumps do not answer it.
            return List.of();
        }
    }

    private static Set<String> verdicts(Answer answer) {
        return answer.said().stream()
                .filter(Said::isAlarm)
                .map(said -> said.severity() + " " + said.id() + ": " + said.summary())
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static Set<String> faultsIn(String text) {
        return FAULT.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    }
}
