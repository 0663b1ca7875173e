package dev.loomweight.cli;

import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Options;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * The options of a command as picocli has them, and what it read. They are declared, and not found by annotations: a command
 * with forty options takes as long to read those as a JVM to start.
 */
final class OptionSpecs {

    /**
     * Makes what collects values. The factory of picocli makes anything, and first looks for a class of Groovy: for that, all
     * ten thousand entries of the jar are read.
     */
    static final IFactory COLLECTIONS = new IFactory() {
        @Override
        public <K> K create(Class<K> type) {
            return type.cast(type == Map.class ? new LinkedHashMap<>() : new ArrayList<>());
        }
    };

    private final Map<Option<?>, ArgSpec> specs = new LinkedHashMap<>();

    /** @param options in the order of the help, arguments in that of the command line */
    OptionSpecs(List<Option<?>> options) {
        long arguments =
                options.stream().filter(option -> option.names().isEmpty()).count();
        for (Option<?> option : options) {
            // Each of several has its place, the last one perhaps all that follow; one alone takes all places.
            specs.put(
                    option,
                    option.names().isEmpty() ? argument(option, arguments > 1 ? specs.size() : -1) : named(option));
        }
    }

    private static ArgSpec argument(Option<?> option, int place) {
        Option.Count count = option.count();
        boolean many = count.most() > 1;
        PositionalParamSpec.Builder builder = PositionalParamSpec.builder()
                .required(count.least() > 0)
                .arity(many ? count.least() + "..*" : count.least() > 0 ? "1" : "0..1")
                .paramLabel(option.label())
                .description(option.words().toArray(String[]::new))
                .type(many ? List.class : option.value().type())
                .auxiliaryTypes(option.value().type());
        if (place >= 0) {
            builder.index(place + (many ? "..*" : ""));
        }
        if (!option.value().choices().isEmpty()) {
            builder.completionCandidates(option.value().choices());
        }
        return builder.build();
    }

    private static ArgSpec named(Option<?> option) {
        Option.Value value = option.value();
        Class<?> type = value.type();
        OptionSpec.Builder builder = OptionSpec.builder(option.names().toArray(String[]::new))
                .required(option.count().least() > 0)
                .description(option.words().toArray(String[]::new))
                .type(value.repeated() ? List.class : type);
        if (!option.label().isEmpty()) {
            builder.paramLabel(option.label());
        }
        if (type == Map.class) {
            builder.auxiliaryTypes(String.class, String.class);
        } else if (value.repeated()) {
            builder.auxiliaryTypes(type);
        }
        if (!isOfPicocli(type)) {
            builder.converters((ITypeConverter<Object>) text -> converted(value, text));
        }
        if (!value.separator().isEmpty()) {
            builder.splitRegex(value.separator());
        }
        if (!value.choices().isEmpty()) {
            builder.completionCandidates(value.choices());
        }
        if (!option.usual().isEmpty()) {
            builder.defaultValue(option.usual());
        }
        return builder.build();
    }

    private static Object converted(Option.Value value, String text) {
        try {
            return value.reader().apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** Whether picocli reads it by itself, and has words for what it cannot read. */
    private static boolean isOfPicocli(Class<?> type) {
        return type.isPrimitive() || type.isEnum() || type == String.class || type == Map.class || type == Path.class;
    }

    /** Those of a group of the help, without arguments, in the order of the help. */
    List<Option<?>> in(Option.Group group) {
        return specs.keySet().stream()
                .filter(option -> option.group() == group && !option.names().isEmpty())
                .toList();
    }

    /** Adds them to a command. */
    void addTo(CommandSpec command) {
        specs.values().forEach(command::add);
    }

    /** Removes those of some takers from a command. */
    void remove(Option.Taker taker, CommandSpec command) {
        specs.forEach((option, spec) -> {
            if (option.taker() == taker) {
                command.remove(spec);
            }
        });
    }

    /**
     * What a command line gives.
     *
     * @throws ParameterException if a value is not valid
     */
    Options read(CommandLine command) {
        ParseResult parsed = command.getParseResult();
        Map<Option<?>, Object> read = new HashMap<>();
        specs.forEach((option, spec) -> {
            boolean given = spec instanceof OptionSpec named
                    ? parsed.hasMatchedOption(named)
                    : ((PositionalParamSpec) spec).getValue() != null;
            if (given) {
                read.put(option, spec.getValue());
            }
        });
        Options options = Options.of(read);
        try {
            specs.keySet().forEach(option -> check(option, options));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, String.valueOf(e.getMessage()), e);
        }
        return options;
    }

    private static <T> void check(Option<T> option, Options given) {
        if (given.has(option)) {
            option.check().accept(given.get(option));
        }
    }
}
