package dev.loomweight.cli;

import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A group of options of questions, about what is read and how. */
@FunctionalInterface
interface QuestionArguments {

    /**
     * A request with what the user asked for.
     *
     * @throws ParameterException if a value is not valid
     */
    Request with(Request request, CommandLine command);

    /** The options of a group, or nothing where these are about how running JVMs are captured. */
    static Optional<QuestionArguments> of(Question.Options group) {
        return Optional.ofNullable(
                switch (group) {
                    case PINS -> new PinArguments();
                    case CLASSES -> new ClassArguments();
                    case OWNERS -> new OwnerArguments();
                    case SIZES -> new SizeArguments();
                    case NMT -> new LiveArguments();
                    case DUMPS, BUDGET, DURATION, CPU_SAMPLES -> null;
                });
    }
}
