package dev.loomweight.kernel.option;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values of options: those that were given, by their {@link Option}. Never changed. */
public final class Options {

    /** No values. */
    public static final Options NONE = new Options(Map.of());

    private final Map<Option<?>, Object> given;

    private Options(Map<Option<?>, Object> given) {
        this.given = given;
    }

    /** Values as they were read, each of the type of its option. */
    public static Options of(Map<Option<?>, Object> read) {
        return new Options(Map.copyOf(read));
    }

    /** Whether a value was given. */
    public boolean has(Option<?> option) {
        return given.containsKey(option);
    }

    /** The value that was given, or else the usual one; null where there is neither. */
    @SuppressWarnings("unchecked") // with() takes values of the option's type alone
    public <T> @Nullable T find(Option<T> option) {
        Object value = given.get(option);
        return (T) (value == null ? option.usualValue() : value);
    }

    /**
     * The value that was given, or else the usual one.
     *
     * @throws NullPointerException if there is neither
     */
    public <T> T get(Option<T> option) {
        return Objects.requireNonNull(find(option), option.name());
    }

    /** The value that was given, or else another one. */
    public <T> T get(Option<T> option, T other) {
        return has(option) ? get(option) : other;
    }

    /** These with a value, instead of the one that was given. */
    public <T> Options with(Option<T> option, T value) {
        Map<Option<?>, Object> all = new HashMap<>(given);
        all.put(option, value);
        return new Options(all);
    }

    /** These without the values of some options. */
    public Options without(Iterable<Option<?>> options) {
        Map<Option<?>, Object> rest = new HashMap<>(given);
        options.forEach(rest::remove);
        return new Options(rest);
    }

    /** These, and the values of others where these have none. */
    public Options orElse(Options others) {
        Map<Option<?>, Object> all = new HashMap<>(others.given);
        all.putAll(given);
        return new Options(all);
    }
}
