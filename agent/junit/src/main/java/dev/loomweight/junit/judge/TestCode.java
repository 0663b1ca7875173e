package dev.loomweight.junit.judge;

import dev.loomweight.bytecode.ClassCalls;
import dev.loomweight.bytecode.ClassCalls.Call;
import dev.loomweight.bytecode.ClassCalls.Kind;
import dev.loomweight.bytecode.Code;
import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.jvm.JvmNames;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which tests a stack can be of, by the code of test classes on it. A test can have run what its method reaches in the
 * class files of test classes, and so does what runs before and after each test of the class: what they call, what they
 * hand over as lambdas and method references, and the methods of the objects that they make. Where class files are
 * missing, names must do. Not thread-safe.
 */
final class TestCode {

    private static final String LAMBDA = "$$Lambda";
    private static final Pattern BEFORE_OR_AFTER = Pattern.compile(".*[.$](?:Before|After)\\w*");

    private final Code code;
    private final List<TestSpan> all;
    private final Map<String, Optional<ClassCalls>> files = new HashMap<>();
    private final Map<String, Set<String>> families = new HashMap<>();
    // The tests whose code the classes inside of a class can be.
    private final Map<String, Set<Key>> byOutermost = new HashMap<>();
    private final Set<String> classesOfTests = new HashSet<>();
    private final Map<Key, Set<Node>> reached = new HashMap<>();
    private final Map<Asked, Set<Key>> answers = new HashMap<>();

    /**
     * A test, whichever of its invocations.
     *
     * @param className its class, which may inherit the method
     * @param method its method; null for the class itself
     */
    record Key(String className, @Nullable String method) {

        static Key of(TestSpan span) {
            return new Key(span.className(), span.methodName());
        }
    }

    /** A method; of one that a class hands over, the class with {@link #LAMBDA} and no descriptor. */
    private record Node(String className, String method, String descriptor) {}

    private record Asked(StackTrace stack, Set<Key> candidates) {}

    /**
     * The code of the tests of a run.
     *
     * @param code the class files, which stay open for as long as this is used
     */
    TestCode(Code code, Collection<TestSpan> all) {
        this.code = code;
        this.all = List.copyOf(all);
    }

    // Not before there is a pin: it reads the class files of all tests.
    private void prepare() {
        if (byOutermost.isEmpty()) {
            Set<Key> keys = new LinkedHashSet<>();
            all.forEach(span -> keys.add(Key.of(span)));
            for (Key key : keys) {
                for (String name : around(key.className())) {
                    byOutermost
                            .computeIfAbsent(outermost(name), each -> new LinkedHashSet<>())
                            .add(key);
                }
                classesOfTests.addAll(family(key.className()));
            }
        }
    }

    /**
     * The tests that a stack can be of. The outermost frame of a test's code decides, and what is called from there makes
     * it more precise.
     *
     * @param candidates tests that are looked at even if no class of theirs is on the stack: they may call others
     * @return empty where no code of a test is on the stack
     */
    Set<Key> of(StackTrace stack, Set<Key> candidates) {
        prepare();
        return answers.computeIfAbsent(new Asked(stack, candidates), asked -> {
            Set<Key> found = Set.of();
            for (int i = stack.depth() - 1; i >= 0; i--) {
                Set<Key> some = at(stack.frames(), i, candidates);
                if (found.isEmpty()) {
                    found = some;
                } else {
                    Set<Key> both = new LinkedHashSet<>(found);
                    both.retainAll(some);
                    found = both.isEmpty() ? found : both;
                }
            }
            return found;
        });
    }

    private Set<Key> at(List<Frame> frames, int i, Set<Key> candidates) {
        Frame frame = frames.get(i);
        String name = frame.stableClassName();
        if (frame.isHidden()) {
            int lambda = name.indexOf(LAMBDA);
            return lambda <= 0 || i == 0
                    ? Set.of()
                    : reaching(
                            new Node(
                                    name.substring(0, lambda) + LAMBDA,
                                    frames.get(i - 1).methodName(),
                                    ""),
                            name,
                            candidates);
        }
        Set<Key> ofClass = byOutermost.getOrDefault(outermost(name), Set.of());
        if (ofClass.isEmpty()) {
            return Set.of();
        }
        Set<Key> some = file(name) == null
                ? named(frame, ofClass)
                : reaching(new Node(name, frame.methodName(), frame.descriptor()), name, candidates);
        return some.isEmpty() ? ofClass : some;
    }

    private Set<Key> reaching(Node node, String className, Set<Key> candidates) {
        Set<Key> found = new LinkedHashSet<>();
        Set<Key> ofClass = byOutermost.getOrDefault(outermost(className), Set.of());
        if (!ofClass.isEmpty()) {
            ofClass.stream().filter(key -> reached(key).contains(node)).forEach(found::add);
            candidates.stream().filter(key -> reached(key).contains(node)).forEach(found::add);
        }
        return found;
    }

    /** By the names that javac and Kotlin give to methods and classes in a method. */
    private static Set<Key> named(Frame frame, Set<Key> ofClass) {
        Set<Key> sameClass = new LinkedHashSet<>();
        Set<Key> sameMethod = new LinkedHashSet<>();
        for (Key key : ofClass) {
            String method = key.method();
            if (frame.className().equals(key.className()) || frame.className().startsWith(key.className() + "$")) {
                sameClass.add(key);
                if (method != null
                        && (frame.methodName().equals(method)
                                || frame.methodName().startsWith("lambda$" + method + "$")
                                || frame.methodName().startsWith(method + "$lambda"))) {
                    sameMethod.add(key);
                }
            }
        }
        return sameMethod.isEmpty() ? sameClass : sameMethod;
    }

    /** All that a test can run of the code of test classes. */
    private Set<Node> reached(Key key) {
        Set<Node> known = reached.get(key);
        if (known == null) {
            known = new Reach(family(key.className())).from(key);
            reached.put(key, known);
        }
        return known;
    }

    /** One walk through class files. */
    private final class Reach {
        private final Set<String> family;
        private final Set<Node> found = new HashSet<>();
        private final Deque<Node> todo = new ArrayDeque<>();

        Reach(Set<String> family) {
            this.family = family;
        }

        Set<Node> from(Key key) {
            for (String name : around(key.className())) {
                add(name, TestCode::isBeforeOrAfter);
            }
            String test = key.method();
            for (String name : family) {
                // The nearest, which may override another.
                if (test != null && add(name, method -> method.name().equals(test))) {
                    break;
                }
            }
            while (!todo.isEmpty()) {
                Node next = todo.removeFirst();
                ClassCalls file = file(next.className());
                if (file != null) {
                    file.methods().stream()
                            .filter(method -> method.name().equals(next.method())
                                    && method.descriptor().equals(next.descriptor()))
                            .flatMap(method -> method.calls().stream())
                            .forEach(call -> follow(next.className(), call));
                }
            }
            return found;
        }

        private void follow(String from, Call call) {
            if (call.kind() == Kind.HANDED_OVER) {
                found.add(new Node(from + LAMBDA, call.name(), ""));
            }
            if (!byOutermost.containsKey(outermost(call.owner()))) {
                return;
            }
            Set<String> all = family(call.owner());
            if (call.kind() == Kind.MADE) {
                // Of a test that is made by hand, what is called counts.
                all.stream().filter(name -> !classesOfTests.contains(name)).forEach(name -> add(name, method -> true));
                return;
            }
            all.forEach(name -> add(name, method -> isCalled(method, call)));
            if (family.contains(call.owner())) {
                family.forEach(name -> add(name, method -> isCalled(method, call)));
            }
        }

        private static boolean isCalled(ClassCalls.Method method, Call call) {
            return method.name().equals(call.name()) && method.descriptor().equals(call.descriptor());
        }

        private boolean add(String name, Predicate<ClassCalls.Method> which) {
            ClassCalls file = file(name);
            boolean any = false;
            for (ClassCalls.Method method : file == null ? List.<ClassCalls.Method>of() : file.methods()) {
                if (which.test(method)) {
                    Node node = new Node(name, method.name(), method.descriptor());
                    any = true;
                    if (found.add(node)) {
                        todo.add(node);
                    }
                }
            }
            return any;
        }
    }

    /** Whether it runs for tests of its class that do not name it. */
    private static boolean isBeforeOrAfter(ClassCalls.Method method) {
        return method.name().equals("<init>")
                || method.name().equals("<clinit>")
                || method.name().equals("setUp")
                || method.name().equals("tearDown")
                || method.annotations().stream()
                        .anyMatch(name -> BEFORE_OR_AFTER.matcher(name).matches());
    }

    /** A class with its superclasses and interfaces, but the JDK's, and those of the classes that it is in. */
    private Set<String> around(String className) {
        Set<String> all = new LinkedHashSet<>(family(className));
        for (int end = className.lastIndexOf('$'); end > 0; end = className.lastIndexOf('$', end - 1)) {
            all.addAll(family(className.substring(0, end)));
        }
        return all;
    }

    /** A class with its superclasses and interfaces, but the JDK's, the nearest first. */
    private Set<String> family(String className) {
        Set<String> known = families.get(className);
        if (known == null) {
            known = new LinkedHashSet<>();
            Deque<String> todo = new ArrayDeque<>(Set.of(className));
            while (!todo.isEmpty()) {
                String next = todo.removeFirst();
                if (!JvmNames.isJdk(next) && known.add(next)) {
                    ClassCalls file = file(next);
                    todo.addAll(file == null ? List.of() : file.superTypes());
                }
            }
            families.put(className, known);
        }
        return known;
    }

    private @Nullable ClassCalls file(String className) {
        return files.computeIfAbsent(className, name -> Optional.ofNullable(code.calls(name)))
                .orElse(null);
    }

    private static String outermost(String className) {
        int end = className.indexOf('$', className.lastIndexOf('.') + 2);
        return end < 0 ? className : className.substring(0, end);
    }
}
