package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.io.IOException;
import java.io.InputStream;

/**
 * Class loaders that sleep, as one does that fetches classes from afar. Where bytecode names a class for the first time,
 * such as by new, the JVM itself calls the loader, and the virtual thread keeps its carrier, on every JDK. Until JDK 23
 * ClassLoader.loadClass holds a monitor besides. Load the classes before the load arrives, or use a loader that does not
 * block.
 */
public final class ClassLoading implements Exhibit {

    @Override
    public void run() throws Exception {
        for (int i = 0; i < 5; i++) {
            Runnable lockFree = (Runnable) create(new LockFreeLoader());
            Virtual.run("lock-free", lockFree::run);
        }
        for (int i = 0; i < 3; i++) {
            Runnable usual = (Runnable) create(new UsualLoader());
            Virtual.run("usual", usual::run);
        }
    }

    private static Object create(ClassLoader loader) throws ReflectiveOperationException {
        return loader.loadClass(User.class.getName()).getConstructor().newInstance();
    }

    /** Names a class that its loader does not know yet. */
    public static final class User implements Runnable {
        @Override
        public void run() {
            use(new Used());
        }

        private static void use(Used used) {
            used.touch();
        }
    }

    /** The class that is slow to load. */
    public static final class Used {
        void touch() {
            // To be there is enough.
        }
    }

    private static Class<?> fetch(ClassLoader loader, String name) throws ClassNotFoundException {
        if (name.equals(Used.class.getName())) {
            Blocking.sleep(37);
        }
        return ((Definer) loader).define(name, bytes(name));
    }

    private static boolean isOurs(String name) {
        return name.equals(User.class.getName()) || name.equals(Used.class.getName());
    }

    private static byte[] bytes(String name) throws ClassNotFoundException {
        try (InputStream in = ClassLoading.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private interface Definer {
        Class<?> define(String name, byte[] bytes);
    }

    /** Takes no monitor, so that the JVM's own call is all that pins. */
    private static final class LockFreeLoader extends ClassLoader implements Definer {
        static {
            registerAsParallelCapable();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return isOurs(name) ? fetch(this, name) : super.loadClass(name, resolve);
        }

        @Override
        public Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Overrides what loaders usually override; loadClass holds the monitor around it. */
    private static final class UsualLoader extends ClassLoader implements Definer {

        UsualLoader() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            return isOurs(name) ? fetch(this, name) : Class.forName(name);
        }

        @Override
        public Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
