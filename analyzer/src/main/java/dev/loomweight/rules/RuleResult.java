package dev.loomweight.rules;

import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.Severity;

/**
 * What one rule concluded from one recording.
 *
 * @param id the rule's identifier at Mission Control, such as {@code JavaBlocking}
 * @param name what people call it
 * @param severity as Mission Control has it
 * @param summary what is so, on one line; may be empty
 * @param explanation why it is so, on one line; may be empty
 * @param solution what to do, on one line; may be empty
 */
record RuleResult(String id, String name, Severity severity, String summary, String explanation, String solution) {

    static RuleResult of(IRule rule, IResult result) {
        return new RuleResult(
                rule.getId(),
                rule.getName(),
                result.getSeverity(),
                RuleText.of(result, result.getSummary()),
                RuleText.of(result, result.getExplanation()),
                RuleText.of(result, result.getSolution()));
    }

    /** Whether the rule had what it needs, and was not switched off. */
    boolean applies() {
        return switch (severity) {
            case OK, INFO, WARNING -> true;
            case NA, IGNORE -> false;
        };
    }

    /** The name and the summary, in one sentence. */
    String sentence() {
        return summary.isEmpty() ? name + "." : name + ": " + summary;
    }
}
