package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * A class loader that sleeps, called by the JVM for a native method: Class.forName asks for a class by its name,
 * ClassLoader.defineClass for the superclass of what it defines, and the look-up of a method handle for what its class
 * needs to be linked. The native frame is on the stack, and the virtual thread keeps its carrier, on every JDK; JDK 24 and later give
 * the reason of a critical section nevertheless. Load the classes before the load arrives, or use a loader that does not
 * block.
 */
public final class LoadingByName implements Exhibit {

    @Override
    public void run() throws Exception {
        for (int i = 0; i < 5; i++) {
            SlowLoader loader = new SlowLoader();
            Virtual.run("by-name", () -> byName(loader));
        }
        for (int i = 0; i < 3; i++) {
            SlowLoader loader = new SlowLoader();
            Virtual.run("superclass", () -> loader.defineNow(Derived.class.getName()));
        }
        for (int i = 0; i < 2; i++) {
            SlowLoader loader = new SlowLoader();
            Class<?> maker = loader.defineNow(Maker.class.getName());
            Virtual.run("by-handle", () -> byHandle(maker));
        }
    }

    private static void byHandle(Class<?> maker) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(maker, MethodHandles.lookup());
        lookup.findStatic(maker, "make", MethodType.methodType(Root.class, boolean.class));
    }

    private static void byName(ClassLoader loader) throws ClassNotFoundException {
        Class.forName(Base.class.getName(), false, loader);
    }

    /** What a method returns. */
    public static class Root {}

    /** Is slow to load. */
    public static class Base extends Root {}

    /** To link it, the JVM loads what its method makes, to verify that it is what the method returns. */
    public static class Maker {
        static Root make(boolean base) {
            return base ? new Base() : new Root();
        }
    }

    /** Needs its superclass when it is defined. */
    public static class Derived extends Base {}

    /** Takes no monitor, so that the JVM's own call is all that pins. */
    private static final class SlowLoader extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Base.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Blocking.sleep(37);
            return defineNow(name);
        }

        Class<?> defineNow(String name) throws ClassNotFoundException {
            byte[] bytes = bytes(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private static byte[] bytes(String name) throws ClassNotFoundException {
        try (InputStream in = LoadingByName.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
