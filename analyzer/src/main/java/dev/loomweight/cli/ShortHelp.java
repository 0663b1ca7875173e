package dev.loomweight.cli;

import dev.loomweight.completion.CommandNode;
import dev.loomweight.kernel.option.Option;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help of a command on one screen: usage, what it answers, examples, and in groups a line for each option that people
 * look for, with the names of the others. {@code --help --all} is the complete one.
 */
final class ShortHelp {

    /** The option that asks for the complete help, after {@code --help}. */
    static final String ALL = "--all";

    /** The options with a line of their own. A new one that is not here is among the names. */
    private static final Set<String> COMMON = Set.of(
            "--duration",
            "--dumps",
            "--nmt",
            "--histogram",
            "--heap",
            "--agent",
            "--own",
            "--classpath",
            "--limit",
            "--weight",
            "--verify",
            "--budget",
            "--baseline",
            "--config",
            "--by",
            "--path-pattern",
            "--cause",
            "--longer",
            "--package",
            "--full",
            "--format",
            "--output",
            "--report",
            "--command",
            "--file",
            "--count",
            "--json",
            "--interval",
            "--drop",
            "--root",
            "--allow-record",
            "--sweep",
            "--short",
            "--repeat",
            "--all");

    private static final int INDENT = 2;
    private static final int MAX_NAMES_WIDTH = 24;

    private final CommandSpec command;
    private final int width;

    private ShortHelp(CommandSpec command) {
        this.command = command;
        this.width = command.usageMessage().width();
    }

    /** Makes it the help of a command and of all below it. */
    static void applyTo(CommandLine line) {
        boolean lists = !line.getSubcommands().isEmpty();
        if (!lists) {
            line.getHelpSectionMap()
                    .put(UsageMessageSpec.SECTION_KEY_SYNOPSIS, help -> new ShortHelp(help.commandSpec()).synopsis());
            line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, help -> "");
        }
        line.getHelpSectionMap()
                .put(
                        UsageMessageSpec.SECTION_KEY_OPTION_LIST,
                        help -> new ShortHelp(help.commandSpec()).text(help, lists));
        line.getSubcommands().values().forEach(ShortHelp::applyTo);
    }

    private String synopsis() {
        String[] custom = command.usageMessage().customSynopsis();
        List<String> lines = custom.length > 0 ? Arrays.asList(custom) : CommandNode.synopsis(command, path());
        return lines.stream()
                .map(line -> line + "%n")
                .collect(Collectors.joining())
                .formatted();
    }

    private List<String> path() {
        List<String> words = Arrays.asList(command.qualifiedName().split(" "));
        return words.subList(1, words.size());
    }

    private String text(Help help, boolean lists) {
        StringBuilder text = new StringBuilder();
        List<String> examples = Examples.all().of(path());
        if (!examples.isEmpty()) {
            text.append("%nExamples%n".formatted());
            examples.forEach(example -> text.append(example(example)));
        }
        if (command.userObject() instanceof CliCommand of) {
            for (Option.Group group : Option.Group.values()) {
                text.append(group(help, group, of.options.in(group)));
            }
        }
        if (!lists) {
            text.append("%nEvery option, explained: %s --help %s%n".formatted(command.qualifiedName(), ALL));
        }
        return text.toString();
    }

    /** An example on one line; where it has no room for what it does, without that. */
    private String example(String example) {
        String line = " ".repeat(INDENT) + example;
        String alone = line.replaceFirst(" +# .*", "");
        String near = alone + "  " + example.replaceFirst(".*?(?=# )", "");
        return (line.length() < width ? line : near.length() < width ? near : alone) + System.lineSeparator();
    }

    private String group(Help help, Option.Group group, List<Option<?>> options) {
        List<Option<?>> common = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (Option<?> option : options) {
            if (COMMON.contains(option.name())) {
                common.add(option);
            } else {
                others.add(option.name());
            }
        }
        if (options.isEmpty()) {
            return "";
        }
        int names =
                common.stream().mapToInt(option -> names(option).length()).max().orElse(0);
        int column = Math.min(MAX_NAMES_WIDTH, names) + 2 * INDENT;
        StringBuilder text = new StringBuilder("%n%s%n".formatted(group.title()));
        for (Option<?> option : common) {
            String named = " ".repeat(INDENT) + names(option);
            String padded = named + " ".repeat(Math.max(INDENT, column - named.length()));
            String colored =
                    help.colorScheme().optionText(named).toString() + " ".repeat(padded.length() - named.length());
            text.append(colored)
                    .append(clause(option, width - padded.length() - 1))
                    .append(System.lineSeparator());
        }
        if (!others.isEmpty()) {
            text.append(wrapped((common.isEmpty() ? "" : "also ") + String.join(", ", others)));
        }
        return text.toString();
    }

    private static String names(Option<?> option) {
        String separator = option.label().isEmpty() ? "" : "=";
        return String.join(", ", option.names()) + separator + option.label();
    }

    /** The first sentence of what is said of an option; where that is too long, as many of its parts as have room. */
    private String clause(Option<?> option, int room) {
        var spec = command.findOption(option.name());
        String[] description = spec == null ? new String[0] : spec.description();
        String sentence = CommandNode.firstSentence(CommandNode.texts(description))
                .replace(
                        "${COMPLETION-CANDIDATES}",
                        String.join(", ", option.value().choices()))
                .replace("${DEFAULT-VALUE}", option.usual());
        return sentence.length() <= room ? sentence : shortened(sentence, room);
    }

    static String shortened(String sentence, int room) {
        int end = sentence.length();
        while (end > 0) {
            String words = sentence.substring(0, end);
            boolean list = sentence.startsWith(", ", end);
            String text = list ? words + ", ..." : words;
            // Not inside of a parenthesis.
            if (text.length() <= room && words.lastIndexOf('(') <= words.lastIndexOf(')')) {
                return text;
            }
            end = Stream.of(" (", "; ", ": ", ", ")
                    .mapToInt(mark -> sentence.lastIndexOf(mark, words.length() - 1))
                    .max()
                    .orElse(0);
        }
        return sentence.substring(0, Math.max(0, sentence.lastIndexOf(' ', room - " ...".length()))) + " ...";
    }

    private String wrapped(String words) {
        StringBuilder text = new StringBuilder();
        StringBuilder line = new StringBuilder(" ".repeat(INDENT));
        for (String word : words.split(" ", -1)) {
            if (line.length() + word.length() >= width) {
                text.append(line.toString().stripTrailing()).append(System.lineSeparator());
                line = new StringBuilder(" ".repeat(INDENT));
            }
            line.append(word).append(' ');
        }
        return text + line.toString().stripTrailing() + System.lineSeparator();
    }
}
