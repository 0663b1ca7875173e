package dev.loomweight.junit;

import dev.loomweight.junit.spi.Claim;
import dev.loomweight.junit.spi.ThreadsClaim;
import dev.loomweight.junit.spi.Verdict;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

/**
 * What the annotations of tests claim. The nearest of method, class with its superclasses, and enclosing class decides;
 * reasons of {@link AllowPins} add up.
 */
final class ClaimReader {

    /**
     * Packages of annotations that Quarkus' extension and its predecessor have, and that are understood by their names: it
     * need not be on the class path.
     */
    private static final Set<String> KNOWN_PACKAGES =
            Set.of("io.quarkus.test.junit.virtual", "io.quarkus.test.junit5.virtual", "me.escoffier.loom.loomunit");

    private static final Pattern DURATION =
            Pattern.compile("(\\d{1,60}(?:\\.\\d{1,60})?) ?(ns|us|\u00b5s|\u03bcs|ms|s|m|min|h|d)");
    private static final BigDecimal LONGEST =
            BigDecimal.valueOf(Duration.ofHours(1_000_000).toNanos());

    /** The default of {@link NoPins#atMost()}. */
    private static final long NOT_GIVEN = Long.MIN_VALUE;

    private final Map<String, List<Claim>> known = new ConcurrentHashMap<>();
    private final Map<String, Optional<ThreadsClaim>> knownOfThreads = new ConcurrentHashMap<>();
    private final Map<String, String> faults = new ConcurrentHashMap<>();
    private final Map<String, String> threadFaults = new ConcurrentHashMap<>();
    private final Map<String, String> unread = new ConcurrentHashMap<>();

    /**
     * Reads what is claimed of the threads that a test leaves, as {@link #note} does of its pins.
     *
     * @param id of the test
     * @param source its method or class
     * @return null if nothing is
     */
    @Nullable
    ThreadsClaim ofThreads(String id, TestSource source) {
        String key = key(source);
        Optional<ThreadsClaim> claim = knownOfThreads.get(key);
        if (claim == null) {
            try {
                claim = Optional.ofNullable(
                        source instanceof MethodSource
                                ? readOfThreads(method((MethodSource) source), ((MethodSource) source).getJavaClass())
                                : source instanceof ClassSource
                                        ? readOfThreads(null, ((ClassSource) source).getJavaClass())
                                        : null);
            } catch (IllegalArgumentException e) {
                threadFaults.put(id, String.valueOf(e.getMessage()));
                return null;
            } catch (RuntimeException | LinkageError e) {
                // What cannot be read is said of its other annotations.
                claim = Optional.empty();
            }
            knownOfThreads.put(key, claim);
        }
        return claim.orElse(null);
    }

    private static String key(TestSource source) {
        if (source instanceof MethodSource) {
            MethodSource method = (MethodSource) source;
            return method.getClassName() + '#' + method.getMethodName() + '(' + method.getMethodParameterTypes() + ')';
        }
        return source instanceof ClassSource ? ((ClassSource) source).getClassName() : "";
    }

    /**
     * Reads the claims of a test. An annotation that cannot be understood is a fault of the test. Where the class cannot be
     * looked at, nothing is known to be claimed, and nothing fails.
     *
     * @param id of the test
     * @param source its method or class; any other has no claims
     */
    List<Claim> note(String id, TestSource source) {
        String key = key(source);
        if (key.isEmpty()) {
            return List.of();
        }
        String className = key.substring(0, (key + '#').indexOf('#'));
        List<Claim> claims = known.get(key);
        if (claims != null) {
            return claims;
        }
        try {
            claims = source instanceof MethodSource
                    ? read(method((MethodSource) source), ((MethodSource) source).getJavaClass())
                    : read(null, ((ClassSource) source).getJavaClass());
        } catch (IllegalArgumentException e) {
            faults.put(id, String.valueOf(e.getMessage()));
            return List.of();
        } catch (RuntimeException | LinkageError e) {
            unread.put(className, e.getMessage() == null ? e.toString() : e.getMessage());
            claims = List.of();
        }
        known.put(key, claims);
        return claims;
    }

    /**
     * The Java method of a test; null where there is none, as of engines whose tests are no methods. An engine may name a
     * test by a title that an annotation of its method has, as Spock does, and may leave out or add parameters.
     */
    private @Nullable Method method(MethodSource source) {
        Class<?> type = source.getJavaClass();
        try {
            return source.getJavaMethod();
        } catch (RuntimeException e) {
            String name = source.getMethodName();
            List<Method> found = ReflectionSupport.findMethods(
                    type,
                    method -> method.getName().equals(name) || isTitled(method, name),
                    HierarchyTraversalMode.BOTTOM_UP);
            // Of several it is not known which: what their class claims applies.
            return found.size() == 1 ? found.get(0) : null;
        } catch (LinkageError e) {
            unread.put(source.getClassName(), e.toString());
            return null;
        }
    }

    private static boolean isTitled(Method method, String title) {
        for (Annotation annotation : method.getAnnotations()) {
            try {
                Method name = annotation.annotationType().getMethod("name");
                if (title.equals(name.invoke(annotation))) {
                    return true;
                }
            } catch (ReflectiveOperationException e) {
                // It has no title, or none that others may see.
            }
        }
        return false;
    }

    /** {@return why the annotations of a class could not be looked at, by its name} */
    Map<String, String> unread() {
        return unread;
    }

    /** {@return what is wrong with the annotations of a test, by its id} */
    Map<Verdict.Subject, Map<String, String>> faults() {
        return Map.of(Verdict.Subject.PINS, faults, Verdict.Subject.THREADS, threadFaults);
    }

    /**
     * Reads the claims of a method in a class.
     *
     * @param method null for the class itself
     * @throws IllegalArgumentException if an annotation has a value that cannot be used; its message says which
     */
    static List<Claim> read(@Nullable Method method, Class<?> type) {
        List<AnnotatedElement> levels = levels(method, type);
        List<String> allowed = new ArrayList<>();
        for (AnnotatedElement each : levels) {
            AnnotationSupport.findAnnotation(each, AllowPins.class).ifPresent(allow -> allowed.add(reason(allow)));
        }
        for (AnnotatedElement each : levels) {
            List<Claim> claims = claims(each, allowed);
            if (!claims.isEmpty()) {
                return claims;
            }
        }
        return allowed.isEmpty()
                ? List.of()
                : List.of(new Claim(Claim.Kind.NO_PINS, Long.MAX_VALUE, null, List.of(), false, allowed, "@AllowPins"));
    }

    /** What can have annotations for a test, the nearest first. */
    private static List<AnnotatedElement> levels(@Nullable Method method, Class<?> type) {
        List<AnnotatedElement> levels = new ArrayList<>();
        if (method != null) {
            levels.add(method);
        }
        Class<?> level = type;
        levels.add(level);
        // Tests of a nested class are those of an instance of the outer one; a static class stands alone.
        while (level.getEnclosingClass() != null && !Modifier.isStatic(level.getModifiers())) {
            level = level.getEnclosingClass();
            levels.add(level);
        }
        return levels;
    }

    /**
     * Reads what is claimed of the threads that a method in a class leaves.
     *
     * @param method null for the class itself
     * @return null if nothing is
     * @throws IllegalArgumentException if the annotation has a value that cannot be used; its message says which
     */
    static @Nullable ThreadsClaim readOfThreads(@Nullable Method method, Class<?> type) {
        for (AnnotatedElement each : levels(method, type)) {
            Optional<NoThreadsLeft> found = AnnotationSupport.findAnnotation(each, NoThreadsLeft.class);
            if (found.isPresent()) {
                NoThreadsLeft none = found.get();
                if (Stream.of(none.allowed()).anyMatch(String::isBlank)) {
                    throw new IllegalArgumentException(
                            "@NoThreadsLeft(allowed = \"\"): expected the beginning of a thread's name, or a class");
                }
                return new ThreadsClaim(
                        List.of(none.allowed()), duration("@NoThreadsLeft(grace", none.grace()), "@NoThreadsLeft");
            }
        }
        return null;
    }

    private static String reason(AllowPins allow) {
        if (allow.value().isBlank()) {
            throw new IllegalArgumentException("@AllowPins needs a reason");
        }
        return allow.value();
    }

    private static List<Claim> claims(AnnotatedElement element, List<String> allowed) {
        List<Claim> claims = new ArrayList<>();
        AnnotationSupport.findAnnotation(element, NoPins.class)
                .ifPresent(no -> claims.add(Claim.noPins(
                        no.atMost() == NOT_GIVEN ? null : no.atMost(),
                        no.longest().isEmpty() ? null : duration("@NoPins(longest", no.longest()),
                        List.of(no.own()),
                        no.includeClassLoading(),
                        allowed,
                        "@NoPins")));
        AnnotationSupport.findAnnotation(element, ExpectPins.class)
                .ifPresent(expect -> claims.add(new Claim(
                        Claim.Kind.EXPECT_PINS,
                        expect.atMost(),
                        null,
                        List.of(expect.own()),
                        expect.includeClassLoading(),
                        allowed,
                        "@ExpectPins")));
        for (Annotation annotation : element.getAnnotations()) {
            Claim claim = ofOthers(annotation, allowed);
            if (claim != null) {
                claims.add(claim);
            }
        }
        return claims;
    }

    private static @Nullable Claim ofOthers(Annotation annotation, List<String> allowed) {
        Class<?> type = annotation.annotationType();
        if (!KNOWN_PACKAGES.contains(type.getPackageName())) {
            return null;
        }
        boolean no = type.getSimpleName().equals("ShouldNotPin");
        if (!no && !type.getSimpleName().equals("ShouldPin")) {
            return null;
        }
        String source = "@" + type.getSimpleName();
        long atMost = atMost(annotation, no ? 0 : Long.MAX_VALUE);
        return no
                // Its 0 is what it has where nothing is given.
                ? Claim.noPins(atMost == 0 ? null : atMost, null, List.of(), false, allowed, source)
                : new Claim(Claim.Kind.EXPECT_PINS, atMost, null, List.of(), false, allowed, source);
    }

    private static long atMost(Annotation annotation, long absent) {
        Method method;
        try {
            method = annotation.annotationType().getMethod("atMost");
        } catch (NoSuchMethodException e) {
            return absent;
        }
        try {
            long most = ((Number) method.invoke(annotation)).longValue();
            return most == Integer.MAX_VALUE ? Long.MAX_VALUE : most;
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    "@" + annotation.annotationType().getSimpleName() + " cannot be read: " + e, e);
        }
    }

    /**
     * A duration as everywhere in Loomweight; {@code Durations} of the agent, which JVMs older than 21 cannot load, is held to
     * the same table.
     *
     * @param attribute what has it, for messages: the annotation, and the attribute after a parenthesis
     * @throws IllegalArgumentException if the text is none
     */
    static Duration duration(String attribute, String text) {
        Matcher written = DURATION.matcher(text.strip());
        BigDecimal nanos = !written.matches()
                ? null
                : new BigDecimal(written.group(1)).multiply(BigDecimal.valueOf(nanos(written.group(2))));
        if (nanos == null && text.strip().equals("0")) {
            nanos = BigDecimal.ZERO;
        }
        if (nanos == null || nanos.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(attribute + " = \"" + text + "\"): invalid duration '" + text
                    + "'; expected for example 500ms, 2s or 1m");
        }
        return Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_UP).longValueExact());
    }

    private static long nanos(String unit) {
        switch (unit) {
            case "ns":
                return 1;
            case "ms":
                return 1_000_000;
            case "s":
                return 1_000_000_000L;
            case "m":
            case "min":
                return 60_000_000_000L;
            case "h":
                return 3_600_000_000_000L;
            case "d":
                return 86_400_000_000_000L;
            default:
                return 1_000;
        }
    }
}
