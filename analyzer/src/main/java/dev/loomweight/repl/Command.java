package dev.loomweight.repl;

import java.util.List;

/**
 * A word that a line can begin with. Parser, help, completion and highlighting go by the list of them, {@link Commands}.
 *
 * @param name the word
 * @param group what it belongs to in the help
 * @param synopsis how it is written
 * @param summary what it does, in a few words
 * @param examples lines to try
 * @param operand what follows the command, for completion
 * @param raw whether a bar in its line is its own, and begins no step
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

    /** Whether it gives a report, of which more than a table can be kept. */
    boolean givesReport() {
        return group == Group.REPORTS || name.equals("diff");
    }

    /** What words belong to, in the order of the help. */
    enum Group {
        INPUTS("Inputs"),
        REPORTS("What pins, what weighs"),
        EVENTS("Events and tables"),
        SHELL("The prompt");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    /** What comes behind a word. */
    enum Operand {
        NOTHING,
        PATH,
        INPUT,
        TYPE,
        OPTION,
        WORD,
        SETTING,
        SQL
    }

    /** What a word does. */
    @FunctionalInterface
    interface Action {

        /**
         * Does it.
         *
         * @throws dev.loomweight.capture.DataException if it cannot be done
         * @throws IllegalArgumentException if the words behind it are none that it knows
         */
        Result run(Session session, Arguments call);
    }
}
