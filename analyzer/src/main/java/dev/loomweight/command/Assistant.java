package dev.loomweight.command;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * A server that answers the questions of the command line for assistants, by the Model Context Protocol. The command line
 * finds it with {@link java.util.ServiceLoader}, so that neither depends on the other.
 */
public interface Assistant {

    /**
     * How to start it.
     *
     * @param roots the folders in which files may be read; at least one
     * @param allowRecord whether it may record running JVMs, and write captures below the roots
     * @param version the version of Loomweight
     * @param in the client's messages, a line each
     * @param out takes the answers, and nothing else may be written to it
     */
    record Options(List<Path> roots, boolean allowRecord, String version, InputStream in, OutputStream out) {

        public Options {
            roots = List.copyOf(roots);
        }
    }

    /** Parses questions with the options of the command line. */
    interface Parser extends Explorer.Asker {

        /**
         * What {@code check} would judge. No file of budgets is read unless it is named.
         *
         * @param options as on the command line, without paths
         * @param paths what to judge
         * @throws IllegalArgumentException if an option is not valid; the message is for the user
         */
        Checked check(List<String> options, List<Path> paths);

        /** The options of a question that assistants have, too. */
        List<Argument> arguments(Question question);

        /** Of these, the ones that say where class files are and which classes are the application's own. */
        List<Argument> ofClasses();
    }

    /**
     * An option of the command line that assistants have, too, as an argument of the same name.
     *
     * @param name without hyphens
     * @param description a sentence or two
     * @param choices the only values; any where there are none
     */
    record Argument(String name, String description, Kind kind, List<String> choices) {

        /** What its value is. */
        public enum Kind {
            /** One string. */
            TEXT,
            /** Strings, each of which is the option once. */
            TEXTS,
            /** A whole number of 1 or more. */
            NUMBER,
            /** Files and folders, each of which is the option once; {@code DIR/*} is all jars of a folder. */
            FILES
        }

        public Argument {
            choices = List.copyOf(choices);
        }
    }

    /**
     * What {@link Check} judges.
     *
     * @param request the inputs and the budgets
     * @param baselines the class files of the baseline
     */
    record Checked(CheckRequest request, BaselineRequest baselines) {}

    /**
     * Answers until the client closes the input.
     *
     * @return the exit status
     * @throws dev.loomweight.capture.DataException if a root is no folder
     * @throws InterruptedException if the calling thread is interrupted
     */
    int run(Options options, Parser parser) throws InterruptedException;
}
