package dev.loomweight.mcp;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.Assistant.Argument;
import dev.loomweight.command.PinRequest;
import dev.loomweight.mcp.Schema.Property;
import java.util.ArrayList;
import java.util.List;

/** The arguments that several tools have, and the options of the command line that they stand for. */
final class Arguments {

    /** The files and folders that a tool reads. */
    static final String PATHS = "paths";

    /** The class files of the application. */
    static final String CLASSPATH = "classpath";

    private static final String ANY_OF =
            "Captures (*.lw), recordings (*.jfr), folders of them, output of jcmd (NMT, VM.info, histograms) and /proc;"
                    + " below a root, relative to the first.";
    private static final String ANY_JAR = "/*";
    private static final int MOST = 100_000;

    private Arguments() {}

    /** The schema of a tool that reads inputs. */
    static Schema ofInputs() {
        return new Schema().required(PATHS, Schema.Type.STRINGS, ANY_OF);
    }

    /** A schema with options of the command line. */
    static Schema with(Schema schema, List<Argument> arguments) {
        for (Argument argument : arguments) {
            schema = schema.with(argument.name(), property(argument));
        }
        return schema;
    }

    private static Property property(Argument argument) {
        String words = argument.description();
        return switch (argument.kind()) {
            case TEXT -> new Property(Schema.Type.STRING, words, false, 1, 0, argument.choices());
            case TEXTS -> new Property(Schema.Type.STRINGS, words, false, 1, 0, argument.choices());
            case NUMBER -> new Property(Schema.Type.WHOLE, words, false, 1, MOST, List.of());
            case FILES ->
                new Property(
                        Schema.Type.STRINGS,
                        words + " Below a root. Default: what the capture names, as far as it is below a root.",
                        false,
                        1,
                        0,
                        List.of());
        };
    }

    /** The options that a call stands for. */
    static List<String> options(Call call, List<Argument> arguments) {
        List<String> options = new ArrayList<>();
        for (Argument argument : arguments) {
            if (call.has(argument.name())) {
                for (String value : values(call, argument)) {
                    options.add("--" + argument.name() + "=" + value);
                }
            }
        }
        return options;
    }

    private static List<String> values(Call call, Argument argument) {
        return switch (argument.kind()) {
            case TEXT -> List.of(call.text(argument.name(), ""));
            case TEXTS -> call.texts(argument.name());
            case NUMBER -> List.of(Integer.toString(call.number(argument.name(), 0)));
            case FILES -> files(call, argument.name());
        };
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
     * A request that reads class files below the roots only.
     *
     * @throws DataException if it names a JDK, as a file of budgets can: to read one that is named runs its code
     */
    static PinRequest within(PinRequest request, Call call) {
        if (request.jdk() != null) {
            throw new DataException(
                    "a JDK is named (" + request.jdk() + "), and to read its classes runs its code; use the"
                            + " command line for that. The JDK that a capture names is read without");
        }
        return request.within(call.roots());
    }
}
