package dev.loomweight.repl;

import java.util.List;

/**
 * A command of the prompt. Parser, help, completion and highlighting use the list {@link Commands}.
 *
 * @param name its name
 * @param group its group in the help
 * @param synopsis its usage
 * @param summary what it does, in one line
 * @param examples example lines
 * @param operand what follows the command, for completion
 * @param raw whether a bar belongs to its text, and does not begin a step
 * @param action what it does
 */
record Command(
        String name,
        Group group,
        String synopsis,
        String summary,
        List<String> examples,
        Operand operand,
        boolean raw,
        Action action) {

    Command {
        examples = List.copyOf(examples);
    }

    /** Whether its result is a report, which can be saved completely. */
    boolean givesReport() {
        return group == Group.REPORTS || name.equals("diff");
    }

    /** The groups of commands, in the order of the help. */
    enum Group {
        INPUTS("Inputs"),
        REPORTS("Reports"),
        EVENTS("Events and tables"),
        SHELL("Prompt");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    /** What follows a command. */
    enum Operand {
        NOTHING,
        PATH,
        INPUT,
        TYPE,
        OPTION,
        COMMAND,
        SETTING,
        SQL
    }

    /** What a command does. */
    @FunctionalInterface
    interface Action {

        /**
         * Runs it.
         *
         * @throws dev.loomweight.capture.DataException if it fails
         * @throws IllegalArgumentException if the arguments are invalid
         */
        Result run(Session session, Arguments arguments);
    }
}
