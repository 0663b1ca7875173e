package dev.loomweight.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The arguments of a command, or of a group that several commands have. Each is declared by the field that gives its value,
 * and not by an annotation: a command with forty options takes as long to read those as a JVM to start.
 */
abstract class Arguments {

    private final List<ArgSpec> declared = new ArrayList<>();

    /** Those of the fields, with those of their groups. */
    final List<ArgSpec> declared() {
        return Collections.unmodifiableList(declared);
    }

    /** Adds those of a group. */
    final <G extends Arguments> G group(G group) {
        declared.addAll(group.declared());
        return group;
    }

    /**
     * An option with a value.
     *
     * @param label what stands for its value in the help
     */
    static OptionSpec.Builder option(String name, String label, String... description) {
        return OptionSpec.builder(name).paramLabel(label).description(description);
    }

    /** The option that names what a command writes. */
    static OptionSpec.Builder output(String label, String description) {
        return option("-o", label, description).names("-o", "--output");
    }

    /** An argument without a name, which must be given. */
    static PositionalParamSpec.Builder parameter(String label, String description) {
        return PositionalParamSpec.builder().required(true).paramLabel(label).description(description);
    }

    /** An option without a value. */
    final Flag flag(String name, String description) {
        return flag(OptionSpec.builder(name).description(description));
    }

    final Flag flag(OptionSpec.Builder option) {
        return new Flag(add(option.type(boolean.class)));
    }

    /** A duration, such as {@code 1.5ms}. */
    final One<Duration> time(OptionSpec.Builder option) {
        return one(Duration.class, option.converters(new Converters.OfDuration()));
    }

    /** A size in bytes, such as {@code 512k}. */
    final One<Long> size(OptionSpec.Builder option) {
        return one(Long.class, option.converters(new Converters.OfSize()));
    }

    /** An argument that may be given once. */
    final <T> One<T> one(Class<T> type, OptionSpec.Builder option) {
        return new One<>(add(option.type(type)));
    }

    final <T> One<T> one(Class<T> type, PositionalParamSpec.Builder parameter) {
        return new One<>(add(parameter.type(type).build()));
    }

    /** An argument that may be given several times. */
    final <T> Several<T> several(Class<T> type, OptionSpec.Builder option) {
        return new Several<>(add(option.type(List.class).auxiliaryTypes(type)));
    }

    final <T> Several<T> several(Class<T> type, PositionalParamSpec.Builder parameter) {
        return new Several<>(add(parameter.type(List.class).auxiliaryTypes(type).build()));
    }

    /** Adds an option, of whatever type. */
    final ArgSpec add(OptionSpec.Builder option) {
        return add(option.build());
    }

    private ArgSpec add(ArgSpec argument) {
        declared.add(argument);
        return argument;
    }

    /** Whether an option is given. */
    record Flag(ArgSpec option) {

        boolean given() {
            return Boolean.TRUE.equals(option.getValue());
        }
    }

    /** The value of an argument. */
    record One<T>(ArgSpec argument) {

        /** @throws NullPointerException if it is neither given, nor required, nor has a default */
        T get() {
            return Objects.requireNonNull(orNull());
        }

        /** @param usual the value where none is given */
        T or(T usual) {
            return Objects.requireNonNullElse(orNull(), usual);
        }

        /** The value, or null where none is given. */
        @Nullable
        T orNull() {
            return argument.getValue();
        }

        boolean given() {
            return orNull() != null;
        }
    }

    /** The values of an argument, in the order in which they are given. */
    record Several<T>(ArgSpec argument) {

        List<T> get() {
            return or(List.of());
        }

        /** @param usual the values where none is given */
        List<T> or(List<T> usual) {
            return Objects.requireNonNullElse(argument.<@Nullable List<T>>getValue(), usual);
        }
    }
}
