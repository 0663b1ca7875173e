package dev.loomweight.packaging;

import dev.loomweight.cli.CommandModel;
import dev.loomweight.completion.CommandNode;
import dev.loomweight.completion.CommandNode.Argument;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A man page for each command, in the macros of man(7). */
final class ManPages {

    private static final String SECTION = ".SH ";

    private final String version;
    private final String date;

    /** @param date the day of the release, such as 2026-11-23 */
    ManPages(String version, String date) {
        this.version = version;
        this.date = date;
    }

    /** The name of the page of a command: {@code loomweight-lab-sleepers}. */
    static String name(CommandNode command) {
        return name(command.path());
    }

    /** @param path the names of the command from {@code loomweight} on, which is not in it */
    static String name(List<String> path) {
        return CommandNode.words(path).replace(' ', '-');
    }

    /** The page of another name of a command: that of the command. */
    static String sameAs(List<String> path) {
        return ".so man1/" + name(path) + ".1\n";
    }

    /**
     * The page of a command.
     *
     * @param parent the command that it belongs to, or itself
     */
    String page(CommandNode command, CommandNode parent) {
        StringBuilder page = new StringBuilder(".\\\" Made from the commands of loomweight; not to be edited.\n");
        page.append(".TH \"%s\" \"1\" \"%s\" \"loomweight %s\" \"Loomweight\"\n"
                .formatted(text(name(command).toUpperCase(Locale.ROOT)), date, text(version)));
        page.append(".nh\n.ad l\n");
        page.append(SECTION).append("NAME\n");
        page.append(text(name(command)))
                .append(" \\- ")
                .append(text(lowerCase(command.summary())))
                .append('\n');
        page.append(SECTION).append("SYNOPSIS\n.nf\n");
        command.synopsis().forEach(line -> page.append(line(line)));
        page.append(".fi\n");
        page.append(SECTION).append("DESCRIPTION\n");
        paragraphs(page, command.description());
        arguments(page, "ARGUMENTS", command.parameters());
        arguments(page, "OPTIONS", command.options());
        commands(page, command);
        examples(page, command.examples());
        if (command.path().isEmpty()) {
            page.append(ENVIRONMENT);
        }
        page.append(STATUS);
        seeAlso(page, command, parent);
        return page.toString();
    }

    private static void arguments(StringBuilder page, String title, List<Argument> arguments) {
        if (arguments.isEmpty()) {
            return;
        }
        page.append(SECTION).append(title).append('\n');
        for (Argument argument : arguments) {
            String label = argument.takesValue() ? "\\fI" + text(argument.label()) + "\\fR" : "";
            String names = argument.names().stream()
                    .map(name -> "\\fB" + text(name) + "\\fR")
                    .collect(Collectors.joining(", "));
            String separator = names.isEmpty() || label.isEmpty() ? "" : argument.optionalValue() ? "[=" : "=";
            page.append(".TP\n").append(names).append(separator).append(label);
            page.append(separator.equals("[=") ? "]\n" : "\n");
            if (argument.description().isEmpty()) {
                page.append("\\&\n");
            }
            paragraphs(page, argument.description(), ".IP\n");
        }
    }

    private static void commands(StringBuilder page, CommandNode command) {
        if (command.commands().isEmpty()) {
            return;
        }
        page.append(SECTION).append("COMMANDS\n");
        Map<String, String> groups = command.path().isEmpty() ? CommandModel.groups() : Map.of();
        String group = "";
        for (CommandNode below : command.commands()) {
            String of = groups.getOrDefault(below.name(), "");
            if (!of.equals(group)) {
                page.append(".SS ").append(text(of)).append('\n');
                group = of;
            }
            page.append(".TP\n\\fB").append(text(below.name())).append("\\fR\n");
            page.append(line(below.summary() + "."));
        }
    }

    private static void examples(StringBuilder page, List<String> examples) {
        if (examples.isEmpty()) {
            return;
        }
        page.append(SECTION).append("EXAMPLES\n");
        for (String example : examples) {
            String[] parts = example.split(" {2,}# ", 2);
            page.append(".TP\n\\fB").append(text(parts[0])).append("\\fR\n");
            page.append(line(parts.length < 2 ? "" : parts[1]));
        }
    }

    private static void seeAlso(StringBuilder page, CommandNode command, CommandNode parent) {
        List<String> others = command.commands().isEmpty()
                ? List.of(name(parent))
                : command.commands().stream().map(ManPages::name).toList();
        page.append(SECTION).append("SEE ALSO\n");
        page.append(others.stream()
                .map(name -> "\\fB" + text(name) + "\\fR(1)")
                .collect(Collectors.joining(",\n", "", "\n")));
    }

    private static void paragraphs(StringBuilder page, List<String> paragraphs) {
        paragraphs(page, paragraphs, ".PP\n");
    }

    private static void paragraphs(StringBuilder page, List<String> paragraphs, String between) {
        page.append(paragraphs.stream().map(ManPages::line).collect(Collectors.joining(between)));
    }

    /** A line of text: one that begins with a dot or a quote would be a request. */
    private static String line(String text) {
        String escaped = text(text);
        return (escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" : "") + escaped + "\n";
    }

    private static String text(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(point -> {
            switch (point) {
                case '\\' -> escaped.append("\\e");
                case '-' -> escaped.append("\\-");
                case '\'' -> escaped.append("\\(aq");
                case '`' -> escaped.append("\\(ga");
                case '^' -> escaped.append("\\(ha");
                case '~' -> escaped.append("\\(ti");
                case '"' -> escaped.append("\\(dq");
                default -> {
                    if (point < 128) {
                        escaped.appendCodePoint(point);
                    } else {
                        escaped.append("\\[u%04X]".formatted(point));
                    }
                }
            }
        });
        return escaped.toString();
    }

    private static String lowerCase(String sentence) {
        return sentence.isEmpty() ? sentence : Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
    }

    private static final String ENVIRONMENT = """
            .SH ENVIRONMENT
            .TP
            \\fBLOOMWEIGHT_JDK\\fR
            Home of the Java 21 or newer to run with. Default: the runtime of the package, else that of
            \\fBJAVA_HOME\\fR, of the \\fBPATH\\fR, or the newest in the usual places.
            .TP
            \\fBLOOMWEIGHT_JAVA_OPTS\\fR
            Options for the JVM of the command, such as \\-Xmx8g.
            .TP
            \\fBNO_COLOR\\fR
            Set to anything: no colours.
            """;

    private static final String STATUS = """
            .SH EXIT STATUS
            .TP
            0
            Success.
            .TP
            1
            Invalid data, or a target that failed.
            .TP
            2
            Invalid usage.
            .TP
            3
            A budget is exceeded or could not be measured.
            .PP
            128 plus the number of the signal that ended the command: 130 for Ctrl\\-C.
            """;
}
