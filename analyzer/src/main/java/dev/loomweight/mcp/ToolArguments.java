package dev.loomweight.mcp;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.mcp.Schema.Property;
import java.util.ArrayList;
import java.util.List;

/** The arguments that several tools have, and the options of the command line that they stand for. */
final class ToolArguments {

    /** The files and folders that a tool reads. */
    static final String PATHS = "paths";

    /** The class files of the application. */
    static final String CLASSPATH = "classpath";

    private static final String ANY_OF =
            "Captures (*.lw), recordings (*.jfr), folders of them, output of jcmd (NMT, VM.info, histograms) and /proc;"
                    + " below a root, relative to the first.";
    private static final String ANY_JAR = "/*";
    private static final int MAX_NUMBER = 100_000;

    private ToolArguments() {}

    /** The schema of a tool that reads inputs. */
    static Schema ofInputs() {
        return new Schema().required(PATHS, Schema.Type.STRINGS, ANY_OF);
    }

    /** A schema with those of some options of the command line that assistants have. */
    static Schema with(Schema schema, List<Option<?>> options) {
        for (Option<?> option : ofAssistants(options)) {
            schema = schema.with(name(option), property(option));
        }
        return schema;
    }

    private static List<Option<?>> ofAssistants(List<Option<?>> options) {
        List<Option<?>> all = new ArrayList<>(options);
        all.removeIf(option -> option.taker() != Option.Taker.ALL);
        return all;
    }

    /** The argument of the same name. */
    private static String name(Option<?> option) {
        return option.name().substring(2);
    }

    private static boolean isOfFiles(Option<?> option) {
        return option.label().equals("PATH");
    }

    private static boolean isNumber(Option<?> option) {
        return option.value().type() == int.class;
    }

    private static Property property(Option<?> option) {
        List<String> choices = option.value().choices();
        String words = String.join(" ", option.words()).replace("${COMPLETION-CANDIDATES}", String.join(", ", choices))
                + (isOfFiles(option)
                        ? " Below a root. Default: what the capture names, as far as it is below a root."
                        : "");
        return new Property(
                isNumber(option)
                        ? Schema.Type.WHOLE
                        : option.value().repeated() ? Schema.Type.STRINGS : Schema.Type.STRING,
                words,
                false,
                1,
                isNumber(option) ? MAX_NUMBER : 0,
                choices);
    }

    /** The options that a call stands for, as words of the command line. */
    static List<String> words(Call call, List<Option<?>> options) {
        return ofAssistants(options).stream()
                .filter(option -> call.has(name(option)))
                .flatMap(option -> values(call, option).stream().map(value -> option.name() + "=" + value))
                .toList();
    }

    private static List<String> values(Call call, Option<?> option) {
        if (isNumber(option)) {
            return List.of(Integer.toString(call.number(name(option), 0)));
        }
        return isOfFiles(option)
                ? files(call, name(option))
                : option.value().repeated() ? call.texts(name(option)) : List.of(call.text(name(option), ""));
    }

    /** The class path that a call names, each entry below the roots. */
    static List<String> classPath(Call call) {
        return files(call, CLASSPATH);
    }

    private static List<String> files(Call call, String name) {
        return call.texts(name).stream()
                .map(entry -> entry.endsWith(ANY_JAR)
                        ? call.roots().existing(entry.substring(0, entry.length() - 1)) + ANY_JAR
                        : call.roots().existing(entry).toString())
                .toList();
    }

    /**
     * Options by which class files below the roots only are read.
     *
     * @throws DataException if they name a JDK, as a file of budgets can: to read one that is named runs its code
     */
    static Options within(Options given, Call call) {
        if (given.has(ClassOptions.JDK)) {
            throw new DataException("a JDK is named (" + given.get(ClassOptions.JDK)
                    + "), and to read its classes runs its code; use the"
                    + " command line for that. The JDK that a capture names is read without");
        }
        return ClassOptions.within(given, call.roots());
    }
}
