package dev.loomweight.bytecode;

import dev.loomweight.jvm.JvmNames;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** What class files show of types, as far as it shows that two objects are not one. Names are in their notation. */
final class TypeFacts {

    private static final String OBJECT = "java/lang/Object";

    /** Any type. */
    static final Known ANY = new Known("", false);

    private final Code code;

    /**
     * What is known of an object's type.
     *
     * @param name its class, or one of its supertypes; empty where nothing is known
     * @param exact whether it is the class
     */
    record Known(String name, boolean exact) {}

    TypeFacts(Code code) {
        this.code = code;
    }

    /** An object of exactly that class. */
    static Known exactly(String name) {
        return new Known(name, true);
    }

    /** An object of that class or of a subclass of it; nothing is known of what an interface or array may be. */
    static Known declared(Type type) {
        return type.getSort() == Type.OBJECT && !type.getInternalName().equals(OBJECT)
                ? new Known(type.getInternalName(), false)
                : ANY;
    }

    /** What the class file of a class shows of its fields. */
    FieldFacts fields(String owner) {
        ClassCode file = code.first(owner.replace('/', '.'));
        return file == null ? FieldFacts.NONE : file.fields();
    }

    /** Whether no object can be of both types. */
    boolean disjoint(Known a, Known b) {
        if (a.name.isEmpty() || b.name.isEmpty() || a.name.equals(b.name)) {
            return false;
        }
        if (a.exact && b.exact) {
            return true;
        }
        if (a.exact || b.exact) {
            return isNoSubtype(a.exact ? a.name : b.name, a.exact ? b.name : a.name);
        }
        // A class has one superclass, so only an interface can be common to classes of which neither extends the other.
        return isClass(a.name) && isClass(b.name) && isNoSubtype(a.name, b.name) && isNoSubtype(b.name, a.name);
    }

    private boolean isClass(String name) {
        ClassCode file = code.first(name.replace('/', '.'));
        return file != null && !file.isInterface();
    }

    // The JDK knows no class of others, so that its own class files are not needed for that.
    private boolean isNoSubtype(String name, String of) {
        if (name.startsWith("[") || (name.startsWith("java/") && !JvmNames.isJdk(of.replace('/', '.')))) {
            return !of.startsWith("java/");
        }
        Set<String> all = superTypes(name);
        return all != null && !all.contains(of);
    }

    // With itself; null where a class file is missing.
    private @Nullable Set<String> superTypes(String name) {
        Set<String> all = new HashSet<>();
        Deque<String> todo = new ArrayDeque<>(Set.of(name));
        while (!todo.isEmpty()) {
            String next = todo.removeFirst();
            if (!all.add(next) || next.equals(OBJECT)) {
                continue;
            }
            ClassCode file = code.first(next.replace('/', '.'));
            if (file == null) {
                return null;
            }
            todo.addAll(file.superTypes());
        }
        return all;
    }
}
