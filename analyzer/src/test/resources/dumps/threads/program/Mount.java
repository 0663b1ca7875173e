import java.util.concurrent.locks.*;
public class Mount {
  static volatile long sink;
  static synchronized void spin() { long t = System.nanoTime(); Object o = new Object(); synchronized (o) { while (true) { sink++; } } }
  static class Init { static { Mount.sl(100000); } static void x() {} }
  static void sl(long m){ try{ Thread.sleep(m);}catch(Exception e){} }
  public static void main(String[] a) throws Exception {
    Thread.ofVirtual().name("vt \"spin\" \u00e9").start(Mount::spin);
    Thread.ofVirtual().name("vt-init").start(() -> Init.x());
    sl(300);
    Thread.ofPlatform().name("pt-init").start(() -> Init.x());
    Thread.ofVirtual().name("vt-init2").start(() -> Init.x());
    Object m = new Object();
    Thread.ofPlatform().name("relock").start(() -> { synchronized (m) { try { m.wait(); } catch (Exception e) {} } });
    sl(200);
    ReentrantLock l = new ReentrantLock(); l.lock();
    Thread.ofPlatform().name("l2").start(() -> { synchronized(Mount.Init2.class) { l.lock(); } });
    synchronized (m) { m.notifyAll(); System.out.println("ready"); sl(100000); }
  }
  static class Init2 {}
}
