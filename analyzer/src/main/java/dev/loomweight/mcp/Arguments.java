package dev.loomweight.mcp;

import dev.loomweight.capture.DataException;
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

    /** Arguments that are options of the same name, with one string. */
    private static final List<String> SINGLE = List.of("thread", "longer", "from", "until", "limit", "margin");

    /** Arguments that are options of the same name, with strings and commas between them. */
    private static final List<String> LISTED = List.of("own", "package", "cause");

    private Arguments() {}

    /** The schema of a tool that reads inputs. */
    static Schema ofInputs() {
        return new Schema().required(PATHS, Schema.Type.STRINGS, ANY_OF);
    }

    /** Adds where class files are. */
    static Schema withClasses(Schema schema) {
        return withClassPath(schema)
                .optional(
                        "own",
                        Schema.Type.STRINGS,
                        "Package prefixes of the application's own code, such as com.acme.");
    }

    /** Adds where class files are, for what does not tell own code from others'. */
    static Schema withClassPath(Schema schema) {
        return schema.optional(
                CLASSPATH,
                Schema.Type.STRINGS,
                "Class files of the recorded application below a root: jars, directories, DIR/* for all jars of"
                        + " a directory. They show which frame holds which lock. Default: what the capture"
                        + " names, as far as it is below a root.");
    }

    /** Adds which pins are wanted. */
    static Schema withFilters(Schema schema) {
        return withCarriers(schema.with(
                        "cause",
                        new Property(Schema.Type.STRINGS, "Only pins of these causes.", false, 1, 0, PinRequest.CAUSES))
                .optional(
                        "thread",
                        Schema.Type.STRING,
                        "Only virtual threads whose name contains a match of this regular expression (RE2).")
                .optional(
                        "longer",
                        Schema.Type.STRING,
                        "Only pins of at least this duration, with its unit: 20ms, 1.5ms.")
                .optional(
                        "package",
                        Schema.Type.STRINGS,
                        "Only stacks with a class whose name has one of these prefixes.")
                .optional(
                        "from",
                        Schema.Type.STRING,
                        "Only pins that began at this time or later, such as 2026-11-21T10:15:00Z.")
                .optional("until", Schema.Type.STRING, "Only pins that began before this time."));
    }

    /** Adds the number of carriers. */
    static Schema withCarriers(Schema schema) {
        return schema.with(
                "carriers",
                new Property(
                        Schema.Type.WHOLE,
                        "Number of carriers (the scheduler's parallelism), if the inputs do not contain it.",
                        false,
                        1,
                        100_000,
                        List.of()));
    }

    /** The options that a call stands for. */
    static List<String> options(Call call) {
        List<String> options = new ArrayList<>();
        for (String entry : classPath(call)) {
            options.add("--classpath=" + entry);
        }
        for (String name : SINGLE) {
            if (call.has(name)) {
                options.add("--" + name + "=" + call.text(name, ""));
            }
        }
        for (String name : LISTED) {
            if (call.has(name)) {
                options.add("--" + name + "=" + String.join(",", call.texts(name)));
            }
        }
        if (call.has("carriers")) {
            options.add("--carriers=" + call.number("carriers", 0));
        }
        return options;
    }

    /** The class path that a call names, each entry below the roots. */
    static List<String> classPath(Call call) {
        return call.texts(CLASSPATH).stream()
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
