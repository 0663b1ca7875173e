package dev.loomweight.render;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a {@link FirstScreen} shows beyond the shortest form of its parts, the most important first. Each rule is followed
 * if what it adds still fits.
 */
final class ScreenRules {

    /** What a rule is about, and what its amount counts. */
    enum What {
        FINDINGS, // findings that are worse than remarks
        REMARKS, // findings, where there is nothing worse
        STEP, // what to do about the first remark, where it is on growth, which the verdict says
        WORST_TABLE, // rows of the table of what is worst
        OTHER_TABLES, // rows of each of the others
        VERDICT, // lines of its first sentence
        SECOND_SENTENCE, // lines of its second sentence, below all of the first
        CLIPPED_OTHERS, // other sections, a line each
        OTHERS, // other sections, a sentence each
        RECORDED, // lines on what was recorded
        COMMANDS, // groups of commands besides the first
        ADVICE // findings with what to do about them
    }

    /** That so much is shown of something, in all parts of the screen that have it. */
    record Rule(What what, int much) {}

    /** Followed first, even where the parts then have no empty lines between them. */
    static final List<Rule> DENSE = List.of(
            new Rule(What.FINDINGS, 1),
            new Rule(What.WORST_TABLE, 3),
            new Rule(What.STEP, 1),
            new Rule(What.FINDINGS, 2),
            new Rule(What.WORST_TABLE, 5),
            new Rule(What.CLIPPED_OTHERS, 1),
            new Rule(What.COMMANDS, 1),
            new Rule(What.VERDICT, 3),
            new Rule(What.RECORDED, 2));

    /** Followed after that, and only where the parts keep the empty lines between them. */
    static final List<Rule> APART = List.of(
            new Rule(What.FINDINGS, 3),
            new Rule(What.CLIPPED_OTHERS, 2),
            new Rule(What.SECOND_SENTENCE, 2),
            new Rule(What.OTHERS, 1),
            new Rule(What.OTHERS, 2),
            new Rule(What.REMARKS, 1),
            new Rule(What.OTHERS, 3),
            new Rule(What.REMARKS, 2),
            new Rule(What.OTHERS, 4),
            new Rule(What.OTHERS, 5),
            new Rule(What.FINDINGS, 4),
            new Rule(What.FINDINGS, 5),
            new Rule(What.SECOND_SENTENCE, 3),
            new Rule(What.OTHER_TABLES, 3),
            new Rule(What.OTHER_TABLES, 5),
            new Rule(What.ADVICE, 1));

    static final int MAX_FINDINGS = most(What.FINDINGS);
    static final int MAX_REMARKS = most(What.REMARKS);

    static final int LINES_OF_FINDING = 3;
    static final int LINES_OF_SENTENCE = 3;

    /** The lines of the other sections together. */
    static final int LINES_OF_OTHERS = 5;

    private ScreenRules() {}

    /** The rules on this, in their order. */
    static List<Rule> on(What what) {
        return Stream.of(DENSE, APART)
                .flatMap(List::stream)
                .filter(rule -> rule.what() == what)
                .toList();
    }

    private static int most(What what) {
        return on(what).stream().mapToInt(Rule::much).max().orElse(0);
    }
}
